// p[m, i, j] = sum of sigmoid(s[m, i, t]) over t from j to i, from the query's own place outwards. Twin: src/engine/op/gate_count.rs
// s [maps, n, n] -> p like s. One thread a query.

@group(0) @binding(0) var<uniform> c: Constants;
@group(0) @binding(1) var<storage, read> s: array<f32>;
@group(0) @binding(2) var<storage, read_write> p: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let row = linear_index(thread, groups);
    if row >= c.threads {
        return;
    }
    let first = row * c.n;
    let own = row % c.n;
    var count = 0.0;
    for (var back = 0u; back <= own; back++) {
        let at = first + own - back;
        count += gate(s[at]);
        p[at] = count;
    }
    count = p[first + own];
    for (var t = own + 1u; t < c.n; t++) {
        count += gate(s[first + t]);
        p[first + t] = count;
    }
}
