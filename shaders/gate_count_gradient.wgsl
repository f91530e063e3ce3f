// ds[m, i, t] = g (1 - g) * sum of dp[m, i, j] over the keys j whose count takes in the gate t. Twin: src/engine/op/gate_count_gradient.rs
// s and dp [maps, n, n] -> ds like s. One thread a query: it runs inwards from either end.

@group(0) @binding(0) var<uniform> c: Constants;
@group(0) @binding(1) var<storage, read> s: array<f32>;
@group(0) @binding(2) var<storage, read> dp: array<f32>;
@group(0) @binding(3) var<storage, read_write> ds: array<f32>;

fn slope(score: f32) -> f32 {
    let g = gate(score);
    return g * (1.0 - g);
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let row = linear_index(thread, groups);
    if row >= c.threads {
        return;
    }
    let first = row * c.n;
    let own = row % c.n;
    var before = 0.0;
    for (var t = 0u; t < own; t++) {
        before += dp[first + t];
        ds[first + t] = before * slope(s[first + t]);
    }
    var after = 0.0;
    for (var t = c.n - 1u; t > own; t--) {
        after += dp[first + t];
        ds[first + t] = after * slope(s[first + t]);
    }
    ds[first + own] = (dp[first + own] + before + after) * slope(s[first + own]);
}
