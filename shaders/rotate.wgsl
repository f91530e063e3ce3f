// Each pair (x1, x2) of a head's dimensions is turned: (x1 c - x2 s, x1 s + x2 c). Twin: src/engine/op/rotate.rs
// x [n, heads * head_dim], table [n | 1, pairs, 2] of (cos, sin) -> y like x; for models of several sequences
// x [G * B * n, heads * head_dim], table [G | 1, n | 1, pairs, 2]
// One thread takes a pair, or two dimensions that pass through.

struct Constants {
    threads: u32,
    per_head: u32, // threads of one head: head_dim / 2, rounded up
    heads: u32,
    head_dim: u32,
    pairs: u32,
    step: u32,     // pair i is (i * step, i * step + apart)
    apart: u32,
    table_pairs: u32, // of a row of the table
    per_model: u32, // rows of x that one model's table serves
    tokens: u32,   // rows of one model's table
    sign: f32,     // -1 turns back
}

@group(0) @binding(0) var<uniform> c: Constants;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read> table: array<vec2<f32>>;
@group(0) @binding(3) var<storage, read_write> y: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let t = linear_index(thread, groups);
    if t >= c.threads {
        return;
    }
    let pair = t % c.per_head;
    let head = t / c.per_head;
    let start = head * c.head_dim;
    if pair < c.pairs {
        let row = head / c.heads;
        let table_row = row / c.per_model * c.tokens + row % c.tokens;
        let turn = table[table_row * c.table_pairs + pair] * vec2(1.0, c.sign);
        let a = start + pair * c.step;
        let b = a + c.apart;
        let x1 = x[a];
        let x2 = x[b];
        y[a] = x1 * turn.x - x2 * turn.y;
        y[b] = x1 * turn.y + x2 * turn.x;
        return;
    }
    let rest = pair * 2u;
    y[start + rest] = x[start + rest];
    if rest + 1u < c.head_dim {
        y[start + rest + 1u] = x[start + rest + 1u];
    }
}
