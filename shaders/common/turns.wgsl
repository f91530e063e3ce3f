// Exact angles: position * turns modulo one turn, where `turns` is a 64-bit fraction of a circle in two words. Integers
// wrap exactly by the WGSL specification, where sin of a large f32 angle may be anything.
// Twin: `exact` in src/engine/op/wave.rs, Real::sin_turns in src/engine/numbers/real.rs

const QUARTER_TURN = 0x40000000u; // in 2^-32 of a circle

// A lower word as what it adds to the upper one for each position: less than one unit.
fn share(low: vec4<u32>) -> vec4<f32> {
    return vec4<f32>(low) * (1.0 / 4294967296.0);
}

// The upper word of position * turns: the angle in 2^-32 of a circle, for four frequencies. The upper word wraps exactly;
// the lower word's share needs no wrapping, so f32 serves: within 1e-9 radians to position 2^20, 4e-7 at the ends of i32.
fn turns_at(position: u32, high: vec4<u32>, low_share: vec4<f32>) -> vec4<u32> {
    return high * position + bitcast<vec4<u32>>(vec4<i32>(low_share * f32(i32(position))));
}

// sin of an angle in 2^-32 of a circle, largest error 1.1e-7: folded to a quarter turn around zero (a sine is its own mirror
// image there), then a polynomial in quarter turns. The 1 of pi/2 stands apart, where it is exact.
fn sin_turns(turns: vec4<u32>) -> vec4<f32> {
    let folded = abs(bitcast<vec4<i32>>(turns + QUARTER_TURN)) - 0x40000000;
    let x = vec4<f32>(folded) * (1.0 / 1073741824.0);
    let s = x * x;
    return x + x * (0.5707963 + s * (-0.64596355 + s * (7.968902e-2 + s * (-4.6728286e-3 + s * 1.5105132e-4))));
}
