// A row's mean, and 1 / sqrt(variance + epsilon), for shaders that normalise rows: they declare x, x4, c.d and c.epsilon.
// The sums run in the row's order.

struct Moments {
    mean: f32,
    factor: f32,
}

// Of the row whose first number is x[start].
fn moments(start: u32) -> Moments {
    var sum = 0.0;
    for (var i = 0u; i < c.d; i++) {
        sum += x[start + i];
    }
    let mean = sum / f32(c.d);
    var squares = 0.0;
    for (var i = 0u; i < c.d; i++) {
        let from_mean = x[start + i] - mean;
        squares += from_mean * from_mean;
    }
    return Moments(mean, 1.0 / sqrt(squares / f32(c.d) + c.epsilon));
}

// Of the row whose first four are x4[start].
fn moments4(start: u32) -> Moments {
    let fours = c.d / 4u;
    var sum = vec4(0.0);
    for (var i = 0u; i < fours; i++) {
        sum += x4[start + i];
    }
    let mean = dot(sum, vec4(1.0)) / f32(c.d);
    var squares = vec4(0.0);
    for (var i = 0u; i < fours; i++) {
        let from_mean = x4[start + i] - mean;
        squares += from_mean * from_mean;
    }
    return Moments(mean, 1.0 / sqrt(dot(squares, vec4(1.0)) / f32(c.d) + c.epsilon));
}
