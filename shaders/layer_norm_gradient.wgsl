// dx = (e - mean(e) - z mean(e z)) / sqrt(variance + epsilon), e = dy * gain, z the normalised x.
// Twin: src/engine/op/layer_norm_gradient.rs
// x [n, d], gain [models, d], dy [n, d] -> dx [n, d]. One thread a row.

struct Constants {
    n: u32,
    d: u32,
    rows: u32, // of one model
    epsilon: f32,
}

@group(0) @binding(0) var<uniform> c: Constants;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read> gain: array<f32>;
@group(0) @binding(3) var<storage, read> dy: array<f32>;
@group(0) @binding(4) var<storage, read_write> dx: array<f32>;
@group(0) @binding(1) var<storage, read> x4: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> gain4: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read> dy4: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read_write> dx4: array<vec4<f32>>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let row = linear_index(thread, groups);
    if row >= c.n {
        return;
    }
    let start = row * c.d;
    let m = moments(start);
    let own = row / c.rows * c.d;
    var plain = 0.0;
    var along = 0.0;
    for (var i = 0u; i < c.d; i++) {
        let e = dy[start + i] * gain[own + i];
        plain += e;
        along += e * (x[start + i] - m.mean) * m.factor;
    }
    plain /= f32(c.d);
    along /= f32(c.d);
    for (var i = 0u; i < c.d; i++) {
        let z = (x[start + i] - m.mean) * m.factor;
        dx[start + i] = (dy[start + i] * gain[own + i] - plain - z * along) * m.factor;
    }
}

@compute @workgroup_size(64)
fn main4(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let row = linear_index(thread, groups);
    if row >= c.n {
        return;
    }
    let fours = c.d / 4u;
    let start = row * fours;
    let m = moments4(start);
    let own = row / c.rows * fours;
    var sums = vec4(0.0);
    var products = vec4(0.0);
    for (var i = 0u; i < fours; i++) {
        let e = dy4[start + i] * gain4[own + i];
        sums += e;
        products += e * (x4[start + i] - m.mean) * m.factor;
    }
    let plain = dot(sums, vec4(1.0)) / f32(c.d);
    let along = dot(products, vec4(1.0)) / f32(c.d);
    for (var i = 0u; i < fours; i++) {
        let z = (x4[start + i] - m.mean) * m.factor;
        dx4[start + i] = (dy4[start + i] * gain4[own + i] - plain - z * along) * m.factor;
    }
}
