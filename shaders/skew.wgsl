// y[m, i, j] = s[m, i, j - i + n - 1], or s[m, j, j - i + n - 1] where the rows are the keys'; backwards, zeros where an offset has
// no pair. Twin: src/engine/op/skew.rs
// s [maps, n, 2n - 1] -> y [maps, n, n], or the other way round

struct Constants {
    threads: u32,
    n: u32,
    keys: u32,
    inverse: u32,
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
    if c.inverse == 0u {
        let j = t % c.n;
        let i = t / c.n % c.n;
        let row = select(i, j, c.keys != 0u);
        y[t] = s[(t / c.n / c.n * c.n + row) * offsets + j + c.n - 1u - i];
        return;
    }
    let offset = t % offsets;
    let row = t / offsets % c.n;
    // The other token of the pair: a key of the query `row`, or a query of the key `row`; it wraps far out where there is none.
    let key = row + offset - (c.n - 1u);
    let query = row + (c.n - 1u) - offset;
    let other = select(key, query, c.keys != 0u);
    var value = 0.0;
    if other < c.n {
        let pair = select(row * c.n + key, query * c.n + row, c.keys != 0u);
        value = s[t / offsets / c.n * c.n * c.n + pair];
    }
    y[t] = value;
}
