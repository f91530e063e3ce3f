// dw = x^T dy over each part of the rows, in their order. Twin: src/engine/op/linear_weight.rs
// x [parts * n, k], dy [parts * n, m] -> dw [parts, k, m]
// main4 keeps 8 x 4 sums in registers, so that 3 loads of four numbers serve 32 products.

struct Constants {
    parts: u32,
    n: u32, // rows of one part
    k: u32,
    m: u32,
}

@group(0) @binding(0) var<uniform> c: Constants;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read> dy: array<f32>;
@group(0) @binding(3) var<storage, read_write> dw: array<f32>;
@group(0) @binding(1) var<storage, read> x4: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> dy4: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> dw4: array<vec4<f32>>;

// One number a thread, for any k and m.
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = linear_index(thread, groups);
    if i >= c.parts * c.k * c.m {
        return;
    }
    let first = i / (c.k * c.m) * c.n;
    let x_at = first * c.k + i / c.m % c.k;
    let dy_at = first * c.m + i % c.m;
    var sum = 0.0;
    for (var r = 0u; r < c.n; r++) {
        sum += x[x_at + r * c.k] * dy[dy_at + r * c.m];
    }
    dw[i] = sum;
}

// Eight rows of dw by four columns a thread, for k and m that 4 divides.
@compute @workgroup_size(64)
fn main4(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let i = linear_index(thread, groups);
    let columns = c.m / 4u;
    let fours = c.k / 4u;
    let eights = (fours + 1u) / 2u;
    let part = i / columns / eights;
    if part >= c.parts {
        return;
    }
    let column = i % columns;
    let upper = i / columns % eights * 2u;
    let lower = min(upper + 1u, fours - 1u); // past the end: the same again
    var x_at = part * c.n * fours;
    var dy_at = part * c.n * columns + column;
    var r0 = vec4(0.0);
    var r1 = vec4(0.0);
    var r2 = vec4(0.0);
    var r3 = vec4(0.0);
    var r4 = vec4(0.0);
    var r5 = vec4(0.0);
    var r6 = vec4(0.0);
    var r7 = vec4(0.0);
    for (var r = 0u; r < c.n; r++) {
        let above = x4[x_at + upper];
        let below = x4[x_at + lower];
        let row = dy4[dy_at];
        x_at += fours;
        dy_at += columns;
        r0 += above.x * row;
        r1 += above.y * row;
        r2 += above.z * row;
        r3 += above.w * row;
        r4 += below.x * row;
        r5 += below.y * row;
        r6 += below.z * row;
        r7 += below.w * row;
    }
    let at = (part * c.k + upper * 4u) * columns + column;
    dw4[at] = r0;
    dw4[at + columns] = r1;
    dw4[at + 2u * columns] = r2;
    dw4[at + 3u * columns] = r3;
    if lower > upper {
        dw4[at + 4u * columns] = r4;
        dw4[at + 5u * columns] = r5;
        dw4[at + 6u * columns] = r6;
        dw4[at + 7u * columns] = r7;
    }
}
