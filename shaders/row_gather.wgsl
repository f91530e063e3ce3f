// y[r] = scale * sum over a model's sequences, their heads and rows i of s[m, i, r] * x_i, in order; where heads have parts of
// their own (width > head_dim), over the part's head alone. Twin: src/engine/op/row_gather.rs
// s [G * B * heads, n, R], x [G * B * n, heads * head_dim] -> y [G, R, width]. One thread a number.

@group(0) @binding(0) var<uniform> c: Constants;
@group(0) @binding(1) var<storage, read> s: array<f32>;
@group(0) @binding(2) var<storage, read> x: array<f32>;
@group(0) @binding(3) var<storage, read_write> y: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let t = linear_index(thread, groups);
    if t >= c.threads {
        return;
    }
    let column = t % c.width;
    let row = t / c.width % c.rows;
    let first = t / c.width / c.rows * c.sequences;
    let shared_by_heads = c.width == c.head_dim;
    let heads = select(vec2(column / c.head_dim, column / c.head_dim + 1u), vec2(0u, c.heads), shared_by_heads);
    var sum = 0.0;
    for (var sequence = first; sequence < first + c.sequences; sequence++) {
        for (var head = heads.x; head < heads.y; head++) {
            var s_at = (sequence * c.heads + head) * c.n * c.rows + row;
            var x_at = token_at(sequence, head, 0u) + column % c.head_dim;
            for (var i = 0u; i < c.n; i++) {
                sum += s[s_at] * x[x_at];
                s_at += c.rows;
                x_at += c.heads * c.head_dim;
            }
        }
    }
    y[t] = sum * c.scale;
}
