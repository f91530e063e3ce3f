// The error function, for `gelu` and its gradient; the coefficients are those of src/engine/numbers/real.rs

// Largest error 1e-7: x (1 + P(x^2)) near zero, 1 - e^-Q(x) beyond.
fn erf(x: vec4<f32>) -> vec4<f32> {
    let size = min(abs(x), vec4(4.0)); // from 4 on erf is 1 in f32
    let s = size * size;
    let p = 1.2837917e-1 + s * (-3.7612534e-1 + s * (1.12819925e-1 + s * (-2.6768135e-2
        + s * (4.9911942e-3 + s * -5.967617e-4))));
    let q = 1.2871751e-1 + size * (6.348467e-1 + size * (1.0677788e-1 + size * (-2.4254622e-2
        + size * (3.8839644e-3 + size * (-3.8319713e-4 + size * 1.7285347e-5)))));
    let near = size + size * p;
    let far = 1.0 - exp(-size - size * q);
    return sign(x) * select(far, near, size < vec4(0.9277344));
}
