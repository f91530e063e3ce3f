// y[i, c] = sin(position_i * inv_freq_c + phase_c). Twin: src/engine/op/sinusoid.rs
// positions [n] whole, waves [d, 4] whole (turns low, turns high, phase high, f32 bits of inv_freq) -> y [n, d]

struct Constants {
    n: u32,
    d: u32,
}

@group(0) @binding(0) var<uniform> c: Constants;
@group(0) @binding(1) var<storage, read> positions: array<u32>;
@group(0) @binding(2) var<storage, read> waves: array<vec4<u32>>;
@group(0) @binding(3) var<storage, read_write> y: array<f32>;
@group(0) @binding(3) var<storage, read_write> y4: array<vec4<f32>>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = linear_index(thread, groups);
    if i >= c.n * c.d {
        return;
    }
    let wave = waves[i % c.d];
    let turns = turns_at(positions[i / c.d], vec4(wave.y), share(vec4(wave.x)));
    y[i] = sin_turns(turns + wave.z).x;
}

// Four columns in 16 rows a thread, where 4 divides d: a wave is read once for 16 positions.
@compute @workgroup_size(64)
fn main4(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = linear_index(thread, groups);
    let columns = c.d / 4u;
    let column = i % columns;
    let first = i / columns * 16u;
    if first >= c.n {
        return;
    }
    let w0 = waves[column * 4u];
    let w1 = waves[column * 4u + 1u];
    let w2 = waves[column * 4u + 2u];
    let w3 = waves[column * 4u + 3u];
    let low_share = share(vec4(w0.x, w1.x, w2.x, w3.x));
    let high = vec4(w0.y, w1.y, w2.y, w3.y);
    let phase = vec4(w0.z, w1.z, w2.z, w3.z);
    let end = min(first + 16u, c.n);
    for (var row = first; row < end; row++) {
        y4[row * columns + column] = sin_turns(turns_at(positions[row], high, low_share) + phase);
    }
}

// An f32 angle and the built-in sine, to show how they fail.
@compute @workgroup_size(64)
fn naive(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = linear_index(thread, groups);
    if i >= c.n * c.d {
        return;
    }
    let wave = waves[i % c.d];
    let angle = f32(i32(positions[i / c.d])) * bitcast<f32>(wave.w);
    y[i] = select(sin(angle), cos(angle), wave.z == QUARTER_TURN);
}
