// y[g, o, h] = sum over the sequences of model g, and over their pairs with j - i + n - 1 = o, of s[m, i, j].
// Twin: src/engine/op/offset_sum.rs
// s [G * B * heads, n, n] -> y [G, 2n - 1, heads]. One thread a number: it walks the sequences' diagonals in
// order. Each sequence has a sum of its own first, since one sum over all of them would round more often at its largest.

struct Constants {
    threads: u32,
    n: u32,
    heads: u32,
    sequences: u32, // of each model
}

@group(0) @binding(0) var<uniform> c: Constants;
@group(0) @binding(1) var<storage, read> s: array<f32>;
@group(0) @binding(2) var<storage, read_write> y: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let t = linear_index(thread, groups);
    if t >= c.threads {
        return;
    }
    let offsets = 2u * c.n - 1u;
    let head = t % c.heads;
    let offset = t / c.heads % offsets;
    let model = t / c.heads / offsets;
    let d = diagonal(offset);
    var sum = 0.0;
    for (var b = 0u; b < c.sequences; b++) {
        var at = ((model * c.sequences + b) * c.heads + head) * c.n * c.n + d.first;
        var own = 0.0;
        for (var pair = 0u; pair < d.pairs; pair++) {
            own += s[at];
            at += c.n + 1u;
        }
        sum += own;
    }
    y[t] = sum;
}
