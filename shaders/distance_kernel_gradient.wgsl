// dnumbers[g, h] = sum over the offsets o of d[g, o, h] * (dbias/dr1, dbias/dr2). Twin: src/engine/op/distance_kernel_gradient.rs
// numbers [G, heads, 2], kind [G], d [G, 2n - 1, heads] -> dnumbers like numbers. One thread a head.

@group(0) @binding(0) var<uniform> c: Constants;
@group(0) @binding(1) var<storage, read> numbers: array<f32>;
@group(0) @binding(2) var<storage, read> kinds: array<u32>;
@group(0) @binding(3) var<storage, read> d: array<f32>;
@group(0) @binding(4) var<storage, read_write> dnumbers: array<f32>;

fn slopes(kind: u32, r: vec2<f32>, distance: f32) -> vec2<f32> {
    if kind == LOGARITHM {
        let inner = 1.0 + r.y * distance;
        return vec2(-log(inner), -r.x * distance / inner);
    }
    if kind == POWER && distance > 0.0 {
        let power = exp(r.y * log(distance));
        return vec2(-power, -r.x * power * log(distance));
    }
    return vec2(0.0);
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let t = linear_index(thread, groups);
    if t >= c.threads {
        return;
    }
    let model = t / c.heads;
    let kind = kinds[model];
    let own = vec2(numbers[2u * t], numbers[2u * t + 1u]);
    let r = held(kind, own);
    let offsets = 2u * c.n - 1u;
    var sum = vec2(0.0);
    for (var offset = 0u; offset < offsets; offset++) {
        let distance = abs(f32(offset) - f32(c.n - 1u));
        sum += d[(model * offsets + offset) * c.heads + t % c.heads] * slopes(kind, r, distance);
    }
    // Past a bound a number follows its gradient only where a step leads back.
    let low = (own < vec2(LEAST)) & (sum > vec2(0.0));
    let high = kind == POWER && own.y > LARGEST_POWER && sum.y < 0.0;
    dnumbers[2u * t] = select(sum.x, 0.0, low.x);
    dnumbers[2u * t + 1u] = select(sum.y, 0.0, low.y || high);
}
