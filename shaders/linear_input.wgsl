// dx = dy w^T, each model with its own weights. Twin: src/engine/op/linear_input.rs
// dy [models * n, m], w [models, k, m] -> dx [models * n, k]
// main4 keeps 8 x 4 sums in registers, as shaders/matmul.wgsl does.

struct Constants {
    models: u32,
    n: u32, // rows of one model
    k: u32,
    m: u32,
}

@group(0) @binding(0) var<uniform> c: Constants;
@group(0) @binding(1) var<storage, read> dy: array<f32>;
@group(0) @binding(2) var<storage, read> w: array<f32>;
@group(0) @binding(3) var<storage, read_write> dx: array<f32>;
@group(0) @binding(1) var<storage, read> dy4: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> w4: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> dx4: array<vec4<f32>>;

// One number a thread, for any k and m.
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = linear_index(thread, groups);
    if i >= c.models * c.n * c.k {
        return;
    }
    let row = i / c.k;
    let w_at = (row / c.n * c.k + i % c.k) * c.m;
    var sum = 0.0;
    for (var p = 0u; p < c.m; p++) {
        sum += dy[row * c.m + p] * w[w_at + p];
    }
    dx[i] = sum;
}

// Eight rows by four columns a thread, for k and m that 4 divides.
@compute @workgroup_size(64)
fn main4(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = linear_index(thread, groups);
    let columns = c.k / 4u;
    let column = i % columns;
    let eights = (c.n + 7u) / 8u;
    let model = i / columns / eights;
    if model >= c.models {
        return;
    }
    // Rows past the model's end repeat its last one and aren't written.
    let first = model * c.n + i / columns % eights * 8u;
    let end = (model + 1u) * c.n;
    let fours = c.m / 4u;
    let upper = min(vec4(first) + vec4(0u, 1u, 2u, 3u), vec4(end - 1u)) * fours;
    let lower = min(vec4(first) + vec4(4u, 5u, 6u, 7u), vec4(end - 1u)) * fours;
    var r0 = vec4(0.0);
    var r1 = vec4(0.0);
    var r2 = vec4(0.0);
    var r3 = vec4(0.0);
    var r4 = vec4(0.0);
    var r5 = vec4(0.0);
    var r6 = vec4(0.0);
    var r7 = vec4(0.0);
    var w_at = (model * c.k + column * 4u) * fours;
    for (var p = 0u; p < fours; p++) {
        let block = mat4x4(w4[w_at], w4[w_at + fours], w4[w_at + 2u * fours], w4[w_at + 3u * fours]);
        w_at += 1u;
        r0 += dy4[upper.x + p] * block;
        r1 += dy4[upper.y + p] * block;
        r2 += dy4[upper.z + p] * block;
        r3 += dy4[upper.w + p] * block;
        r4 += dy4[lower.x + p] * block;
        r5 += dy4[lower.y + p] * block;
        r6 += dy4[lower.z + p] * block;
        r7 += dy4[lower.w + p] * block;
    }
    store(first, end, column, r0);
    store(first + 1u, end, column, r1);
    store(first + 2u, end, column, r2);
    store(first + 3u, end, column, r3);
    store(first + 4u, end, column, r4);
    store(first + 5u, end, column, r5);
    store(first + 6u, end, column, r6);
    store(first + 7u, end, column, r7);
}

fn store(row: u32, end: u32, column: u32, value: vec4<f32>) {
    if row < end {
        dx4[row * (c.k / 4u) + column] = value;
    }
}
