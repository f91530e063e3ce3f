// Exact angles: position * turns modulo one turn, where `turns` is a 64-bit fraction of a circle in two words. Integers
// wrap exactly by the WGSL specification, where sin of a large f32 angle may be anything. Twin: Real::sin_turns in
// src/engine/real.rs and `exact` in src/engine/op/wave.rs.

const QUARTER_TURN = 0x40000000u; // in 2^-32 of a circle

// The upper word of a * b, from halves of 16 bits.
fn upper_product(a: vec4<u32>, b: u32) -> vec4<u32> {
    let a_low = a & vec4(0xffffu);
    let a_high = a >> vec4(16u);
    let b_low = b & 0xffffu;
    let b_high = b >> 16u;
    let high_low = a_high * b_low;
    let low_high = a_low * b_high;
    let middle = ((a_low * b_low) >> vec4(16u)) + (high_low & vec4(0xffffu)) + (low_high & vec4(0xffffu));
    return a_high * b_high + (high_low >> vec4(16u)) + (low_high >> vec4(16u)) + (middle >> vec4(16u));
}

// The upper word of position * turns: the angle in 2^-32 of a circle, for four frequencies.
fn turns_at(position: u32, low: vec4<u32>, high: vec4<u32>) -> vec4<u32> {
    let excess = select(vec4(0u), low, i32(position) < 0); // a negative position stands 2^32 too high
    return high * position + upper_product(low, position) - excess;
}

// sin of an angle in 2^-32 of a circle: folded to an eighth of a turn around a quadrant, then a polynomial in quarter
// turns. Largest error 1e-7.
fn sin_turns(turns: vec4<u32>) -> vec4<f32> {
    let quadrant = (turns + vec4(0x20000000u)) >> vec4(30u);
    let x = vec4<f32>(vec4<i32>(turns - (quadrant << vec4(30u)))) * (1.0 / 1073741824.0);
    let s = x * x;
    let sine = x + x * (0.5707963 + s * (-0.6459631 + s * (7.967681e-2 + s * -4.594139e-3)));
    let cosine = 1.0 + s * (-1.2337005 + s * (0.25366864 + s * (-2.0856502e-2 + s * 8.9667056e-4)));
    let size = select(cosine, sine, (quadrant & vec4(1u)) == vec4(0u));
    return select(-size, size, (quadrant & vec4(2u)) == vec4(0u));
}
