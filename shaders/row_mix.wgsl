// y_i = scale * sum over r of s[m, i, r] * table[r], for map m of a sequence and its head. Twin: src/engine/op/row_mix.rs
// s [G * B * heads, n, R], table [G, R, width] -> y [G * B * n, heads * head_dim]

@group(0) @binding(0) var<uniform> c: Constants;
@group(0) @binding(1) var<storage, read> s: array<f32>;
@group(0) @binding(2) var<storage, read> table: array<f32>;
@group(0) @binding(3) var<storage, read_write> y: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let t = linear_index(thread, groups);
    if t >= c.threads {
        return;
    }
    let dim = t % c.head_dim;
    let head = t / c.head_dim % c.heads;
    let token = t / c.head_dim / c.heads;
    let sequence = token / c.n;
    let s_at = ((sequence * c.heads + head) * c.n + token % c.n) * c.rows;
    let table_at = row_at(sequence, head, 0u) + dim;
    var sum = 0.0;
    for (var row = 0u; row < c.rows; row++) {
        sum += s[s_at + row] * table[table_at + row * c.width];
    }
    y[t] = sum * c.scale;
}
