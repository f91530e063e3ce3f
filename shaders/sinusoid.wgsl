// y[i, c] = sin(position_i * inv_freq_c + phase_c). Twin: src/engine/op/sinusoid.rs
// positions [n] whole, waves [d, 4] whole (turns low, turns high, phase high, f32 bits of inv_freq) -> y [n, d]

struct Constants {
    n: u32,
    d: u32,
    naive: u32, // 1: f32 angle and built-in sine, to show how they fail
}

@group(0) @binding(0) var<uniform> c: Constants;
@group(0) @binding(1) var<storage, read> positions: array<u32>;
@group(0) @binding(2) var<storage, read> waves: array<vec4<u32>>;
@group(0) @binding(3) var<storage, read_write> y: array<f32>;
@group(0) @binding(3) var<storage, read_write> y4: array<vec4<f32>>;

// Four columns' waves, word by word.
struct Waves {
    low: vec4<u32>,
    high: vec4<u32>,
    phase: vec4<u32>,
    inv_freq: vec4<f32>,
}

fn four(a: vec4<u32>, b: vec4<u32>, c: vec4<u32>, d: vec4<u32>) -> Waves {
    return Waves(
        vec4(a.x, b.x, c.x, d.x),
        vec4(a.y, b.y, c.y, d.y),
        vec4(a.z, b.z, c.z, d.z),
        bitcast<vec4<f32>>(vec4(a.w, b.w, c.w, d.w)),
    );
}

fn value(position: u32, w: Waves) -> vec4<f32> {
    if c.naive != 0u {
        let angle = f32(i32(position)) * w.inv_freq;
        return select(sin(angle), cos(angle), w.phase == vec4(QUARTER_TURN));
    }
    return sin_turns(turns_at(position, w.low, w.high) + w.phase);
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = linear_index(thread, groups);
    if i >= c.n * c.d {
        return;
    }
    let wave = waves[i % c.d];
    y[i] = value(positions[i / c.d], four(wave, wave, wave, wave)).x;
}

// Four columns in four rows: a wave is read once for four positions.
@compute @workgroup_size(64)
fn main4(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = linear_index(thread, groups);
    let fours = c.d / 4u;
    let first = i / fours * 4u;
    let column = i % fours;
    if first >= c.n {
        return;
    }
    let at = column * 4u;
    let w = four(waves[at], waves[at + 1u], waves[at + 2u], waves[at + 3u]);
    for (var row = first; row < min(first + 4u, c.n); row++) {
        y4[row * fours + column] = value(positions[row], w);
    }
}
