// bias[g, o, h] = -r1 ln(1 + r2 d) or -r1 d^r2, with d = |o - n + 1|. Twin: src/engine/op/distance_kernel.rs
// numbers [G, heads, 2], kind [G] -> bias [G, 2n - 1, heads]

@group(0) @binding(0) var<uniform> c: Constants;
@group(0) @binding(1) var<storage, read> numbers: array<f32>;
@group(0) @binding(2) var<storage, read> kinds: array<u32>;
@group(0) @binding(3) var<storage, read_write> bias: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let t = linear_index(thread, groups);
    if t >= c.threads {
        return;
    }
    let offsets = 2u * c.n - 1u;
    let model = t / c.heads / offsets;
    let kind = kinds[model];
    let at = (model * c.heads + t % c.heads) * 2u;
    let r = held(kind, vec2(numbers[at], numbers[at + 1u]));
    let distance = abs(f32(t / c.heads % offsets) - f32(c.n - 1u));
    var value = 0.0;
    if kind == LOGARITHM {
        value = -r.x * log(1.0 + r.y * distance);
    }
    if kind == POWER && distance > 0.0 {
        value = -r.x * exp(r.y * log(distance));
    }
    bias[t] = value;
}
