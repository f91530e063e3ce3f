// s[m, i, r] = x_i . table[r] * scale, for map m of a sequence and its head. Twin: src/engine/op/row_scores.rs
// x [G * B * n, heads * head_dim], table [G, R, width] -> s [G * B * heads, n, R]

@group(0) @binding(0) var<uniform> c: Constants;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read> table: array<f32>;
@group(0) @binding(3) var<storage, read_write> s: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let t = linear_index(thread, groups);
    if t >= c.threads {
        return;
    }
    let map = t / c.rows / c.n;
    let x_at = token_at(map / c.heads, map % c.heads, t / c.rows % c.n);
    let table_at = row_at(map / c.heads, map % c.heads, t % c.rows);
    var sum = 0.0;
    for (var dim = 0u; dim < c.head_dim; dim++) {
        sum += x[x_at + dim] * table[table_at + dim];
    }
    s[t] = sum * c.scale;
}
