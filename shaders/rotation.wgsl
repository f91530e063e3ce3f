// table[i, p] = (cos a, sin a) * factor with a = position_i * inv_freq_p. Twin: src/engine/op/rotation.rs
// positions [n] whole, waves [pairs, 4] whole (turns low, turns high, phase, f32 bits of inv_freq) -> table [n, pairs, 2]

struct Constants {
    threads: u32, // n * pairs
    pairs: u32,
    factor: f32,
}

@group(0) @binding(0) var<uniform> c: Constants;
@group(0) @binding(1) var<storage, read> positions: array<u32>;
@group(0) @binding(2) var<storage, read> waves: array<vec4<u32>>;
@group(0) @binding(3) var<storage, read_write> table: array<vec2<f32>>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = linear_index(thread, groups);
    if i >= c.threads {
        return;
    }
    let wave = waves[i % c.pairs];
    let turns = turns_at(positions[i / c.pairs], vec4(wave.y), share(vec4(wave.x))).x;
    table[i] = sin_turns(vec4(turns + QUARTER_TURN, turns, 0u, 0u)).xy * c.factor;
}

// An f32 angle and the built-in sine and cosine, to show how they fail.
@compute @workgroup_size(64)
fn naive(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = linear_index(thread, groups);
    if i >= c.threads {
        return;
    }
    let wave = waves[i % c.pairs];
    let angle = f32(i32(positions[i / c.pairs])) * bitcast<f32>(wave.w);
    table[i] = vec2(cos(angle), sin(angle)) * c.factor;
}
