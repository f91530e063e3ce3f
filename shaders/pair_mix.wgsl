// y_i = scale * sum over j of a[m, i, j] * (v_j + value[o]) with o = j - i + n - 1; transposed, y_j = scale * sum over i of a[m, i, j] * v_i.
// Twin: src/engine/op/pair_mix.rs
// a [G * B * heads, n, n], v [G * B * n, heads * head_dim], value [G, 2n - 1, head_dim] -> y like v

struct Constants {
    all_sequences: u32, // of all models
    n: u32,
    head_dim: u32,
    heads: u32,
    sequences: u32, // of each model
    made_step: u32, // from one row that is made to the next in a map: n, or 1 where transposed
    summed_step: u32, // from one row that is summed to the next: 1, or n where transposed
    value_open: u32, // 0: the table isn't read
    scale: f32,
}

@group(0) @binding(0) var<uniform> c: Constants;
@group(0) @binding(1) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> v: array<f32>;
@group(0) @binding(3) var<storage, read> value: array<f32>;
@group(0) @binding(4) var<storage, read_write> y: array<f32>;
@group(0) @binding(2) var<storage, read> v4: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read> value4: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read_write> y4: array<vec4<f32>>;

// One number a thread, for any head_dim.
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let t = linear_index(thread, groups);
    let width = c.heads * c.head_dim;
    let column = t % width;
    let i = t / width % c.n;
    let sequence = t / width / c.n;
    if sequence >= c.all_sequences {
        return;
    }
    let a_at = (sequence * c.heads + column / c.head_dim) * c.n * c.n + i * c.made_step;
    let value_at = row_of(sequence, i) * c.head_dim + column % c.head_dim;
    var sum = 0.0;
    for (var j = 0u; j < c.n; j++) {
        var x = v[(sequence * c.n + j) * width + column];
        if c.value_open != 0u {
            x += value[value_at + j * c.head_dim];
        }
        sum += a[a_at + j * c.summed_step] * x;
    }
    y[t] = c.scale * sum;
}

// Four rows by four dimensions a thread, where 4 divides head_dim.
@compute @workgroup_size(64)
fn main4(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let t = linear_index(thread, groups);
    let parts = c.head_dim / 4u;
    let columns = c.heads * parts;
    let blocks = (c.n + 3u) / 4u;
    let column = t % columns;
    let sequence = t / columns / blocks;
    if sequence >= c.all_sequences {
        return;
    }
    let part = column % parts;
    // Rows past the end repeat the last one: its numbers are written to their place once more.
    let rows = min(vec4(t / columns % blocks * 4u) + vec4(0u, 1u, 2u, 3u), vec4(c.n - 1u));
    var a_at = rows * c.made_step + (sequence * c.heads + column / parts) * c.n * c.n;
    var value_at = vec4(row_of(sequence, rows.x), row_of(sequence, rows.y), row_of(sequence, rows.z), row_of(sequence, rows.w));
    value_at = value_at * parts + part;
    var sum0 = vec4(0.0);
    var sum1 = vec4(0.0);
    var sum2 = vec4(0.0);
    var sum3 = vec4(0.0);
    for (var j = 0u; j < c.n; j++) {
        let x = v4[(sequence * c.n + j) * columns + column];
        let weights = vec4(a[a_at.x], a[a_at.y], a[a_at.z], a[a_at.w]);
        sum0 += weights.x * x;
        sum1 += weights.y * x;
        sum2 += weights.z * x;
        sum3 += weights.w * x;
        if c.value_open != 0u {
            sum0 += weights.x * value4[value_at.x];
            sum1 += weights.y * value4[value_at.y];
            sum2 += weights.z * value4[value_at.z];
            sum3 += weights.w * value4[value_at.w];
        }
        a_at += c.summed_step;
        value_at += parts;
    }
    let y_at = (rows + sequence * c.n) * columns + column;
    y4[y_at.x] = c.scale * sum0;
    y4[y_at.y] = c.scale * sum1;
    y4[y_at.z] = c.scale * sum2;
    y4[y_at.w] = c.scale * sum3;
}

// The row of a model's table that query i and key 0 meet, counted over all models; each later key meets the next.
fn row_of(sequence: u32, i: u32) -> u32 {
    return sequence / c.sequences * (2u * c.n - 1u) + c.n - 1u - i;
}
