// y = x w + b, each model with its own weights. Twin: src/engine/op/linear.rs
// x [models * n, k], w [models, k, m], b [models, m] or one number -> y [models * n, m]
// main4 keeps 8 x 4 sums in registers, so that 12 loads of four numbers serve 128 products. No workgroup memory: on a
// software adapter barriers cost more than they save, and on a GPU its cache serves the rows that neighbours share.

struct Constants {
    models: u32,
    n: u32, // rows of one model
    k: u32,
    m: u32,
    b_column: u32, // 1, or 0 where b is one number
}

@group(0) @binding(0) var<uniform> c: Constants;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read> w: array<f32>;
@group(0) @binding(3) var<storage, read> b: array<f32>;
@group(0) @binding(4) var<storage, read_write> y: array<f32>;
@group(0) @binding(1) var<storage, read> x4: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> w4: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read_write> y4: array<vec4<f32>>;

// One number a thread, for any k and m.
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = linear_index(thread, groups);
    if i >= c.models * c.n * c.m {
        return;
    }
    let row = i / c.m;
    let model = row / c.n;
    let column = i % c.m;
    let w_at = model * c.k * c.m + column;
    var sum = 0.0;
    for (var p = 0u; p < c.k; p++) {
        sum += x[row * c.k + p] * w[w_at + p * c.m];
    }
    y[i] = sum + b[(model * c.m + column) * c.b_column];
}

// Eight rows by four columns a thread, for k and m that 4 divides.
@compute @workgroup_size(64)
fn main4(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = linear_index(thread, groups);
    let columns = c.m / 4u;
    let column = i % columns;
    let eights = (c.n + 7u) / 8u;
    let model = i / columns / eights;
    if model >= c.models {
        return;
    }
    // Rows past the model's end repeat its last one and aren't written.
    let first = model * c.n + i / columns % eights * 8u;
    let end = (model + 1u) * c.n;
    let fours = c.k / 4u;
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
    var w_at = model * c.k * columns + column;
    for (var p = 0u; p < fours; p++) {
        let block = mat4x4(w4[w_at], w4[w_at + columns], w4[w_at + 2u * columns], w4[w_at + 3u * columns]);
        w_at += c.m;
        r0 += block * x4[upper.x + p];
        r1 += block * x4[upper.y + p];
        r2 += block * x4[upper.z + p];
        r3 += block * x4[upper.w + p];
        r4 += block * x4[lower.x + p];
        r5 += block * x4[lower.y + p];
        r6 += block * x4[lower.z + p];
        r7 += block * x4[lower.w + p];
    }
    let at = (model * c.m + column * 4u) * c.b_column;
    let bias = vec4(b[at], b[at + c.b_column], b[at + 2u * c.b_column], b[at + 3u * c.b_column]);
    store(first, end, column, r0 + bias);
    store(first + 1u, end, column, r1 + bias);
    store(first + 2u, end, column, r2 + bias);
    store(first + 3u, end, column, r3 + bias);
    store(first + 4u, end, column, r4 + bias);
    store(first + 5u, end, column, r5 + bias);
    store(first + 6u, end, column, r6 + bias);
    store(first + 7u, end, column, r7 + bias);
}

fn store(row: u32, end: u32, column: u32, value: vec4<f32>) {
    if row < end {
        y4[row * (c.m / 4u) + column] = value;
    }
}
