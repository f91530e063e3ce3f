// bias[g, h, i, j] = f_h(ln(c |i - j| + 1) / (ln(c max(L, |i|) + 1) + 1e-6)). Twin: src/engine/op/fire.rs
// numbers [G, 2 + (2 + heads) * width], positions [G, n] -> bias [G, heads, n, n]. One thread a pair.

@group(0) @binding(0) var<uniform> c: Constants;
@group(0) @binding(1) var<storage, read> numbers: array<f32>;
@group(0) @binding(2) var<storage, read> positions: array<f32>;
@group(0) @binding(3) var<storage, read_write> bias: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let t = linear_index(thread, groups);
    if t >= c.threads {
        return;
    }
    let pairs = c.n * c.n;
    let model = t / pairs;
    let first = model * (2u + (2u + c.heads) * c.width);
    let ends = vec2(numbers[first], numbers[first + 1u]);
    let x = share_of(ends, positions[model * c.n + t / c.n % c.n], positions[model * c.n + t % c.n]).x;
    for (var head = 0u; head < c.heads; head++) {
        let second = first + 2u + (2u + head) * c.width;
        var sum = 0.0;
        for (var k = 0u; k < c.width; k++) {
            let hidden = numbers[first + 2u + k] * x + numbers[first + 2u + c.width + k];
            sum += numbers[second + k] * max(hidden, 0.0);
        }
        bias[(model * c.heads + head) * pairs + t % pairs] = sum;
    }
}
