// y[g, o] = scale * sum over the sequences of model g, their heads, and their pairs with j - i + n - 1 = o, of a[m, i, j] * x_i.
// Twin: src/engine/op/offset_mix.rs
// a [G * B * heads, n, n], x [G * B * n, heads * head_dim] -> y [G, 2n - 1, head_dim]. It walks the maps' diagonals in order.

struct Constants {
    threads: u32,
    per_row: u32, // threads of one row
    n: u32,
    heads: u32,
    sequences: u32, // of each model
    scale: f32,
}

@group(0) @binding(0) var<uniform> c: Constants;
@group(0) @binding(1) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> x: array<f32>;
@group(0) @binding(3) var<storage, read_write> y: array<f32>;
@group(0) @binding(2) var<storage, read> x4: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> y4: array<vec4<f32>>;

// One number a thread, for any head_dim.
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let t = linear_index(thread, groups);
    if t >= c.threads {
        return;
    }
    let offsets = 2u * c.n - 1u;
    let d = diagonal(t / c.per_row % offsets);
    let first = t / c.per_row / offsets * c.sequences;
    let width = c.heads * c.per_row;
    var sum = 0.0;
    for (var map = first * c.heads; map < (first + c.sequences) * c.heads; map++) {
        var a_at = map * c.n * c.n + d.first;
        var x_at = (map / c.heads * c.n + d.query) * width + map % c.heads * c.per_row + t % c.per_row;
        for (var pair = 0u; pair < d.pairs; pair++) {
            sum += a[a_at] * x[x_at];
            a_at += c.n + 1u;
            x_at += width;
        }
    }
    y[t] = c.scale * sum;
}

// Four numbers a thread, where 4 divides head_dim.
@compute @workgroup_size(64)
fn main4(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let t = linear_index(thread, groups);
    if t >= c.threads {
        return;
    }
    let offsets = 2u * c.n - 1u;
    let d = diagonal(t / c.per_row % offsets);
    let first = t / c.per_row / offsets * c.sequences;
    let width = c.heads * c.per_row;
    var sum = vec4(0.0);
    for (var map = first * c.heads; map < (first + c.sequences) * c.heads; map++) {
        var a_at = map * c.n * c.n + d.first;
        var x_at = (map / c.heads * c.n + d.query) * width + map % c.heads * c.per_row + t % c.per_row;
        for (var pair = 0u; pair < d.pairs; pair++) {
            sum += a[a_at] * x4[x_at];
            a_at += c.n + 1u;
            x_at += width;
        }
    }
    y4[t] = c.scale * sum;
}
