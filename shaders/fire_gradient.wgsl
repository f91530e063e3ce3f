// dnumbers: what every pair brings to c, L / length and the network's weights. Twin: src/engine/op/fire_gradient.rs
// numbers [G, P], positions [G, n], d [G, heads, n, n] -> dnumbers like numbers, P = 2 + (2 + heads) * width. One workgroup a number.

@group(0) @binding(0) var<uniform> c: Constants;
@group(0) @binding(1) var<storage, read> numbers: array<f32>;
@group(0) @binding(2) var<storage, read> positions: array<f32>;
@group(0) @binding(3) var<storage, read> d: array<f32>;
@group(0) @binding(4) var<storage, read_write> dnumbers: array<f32>;

// What reaches middle number k of the model whose numbers start at `first`: 0 where it is shut.
fn to_hidden(first: u32, d_at: u32, x: f32, k: u32) -> f32 {
    let hidden = numbers[first + 2u + k] * x + numbers[first + 2u + c.width + k];
    var sum = 0.0;
    for (var head = 0u; head < c.heads; head++) {
        sum += d[d_at + head * c.n * c.n] * numbers[first + 2u + (2u + head) * c.width + k];
    }
    return select(0.0, sum, hidden > 0.0);
}

// dx of a pair times what x changes with c or with L.
fn to_end(first: u32, d_at: u32, share: Share, ends: vec2<f32>, number: u32) -> f32 {
    var dx = 0.0;
    for (var k = 0u; k < c.width; k++) {
        dx += to_hidden(first, d_at, share.x, k) * numbers[first + 2u + k];
    }
    let inner = ends.x * share.most + 1.0;
    if number == 0u {
        let over = share.distance / (ends.x * share.distance + 1.0);
        return dx * (over - share.x * share.most / inner) / share.under;
    }
    let by_length = -share.x * ends.x / inner / share.under * select(c.length, -c.length, ends.y < 0.0);
    return select(0.0, dx * by_length, share.by_length);
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) local: u32) {
    let count = 2u + (2u + c.heads) * c.width;
    let model = group.x / count;
    let number = group.x % count;
    let first = model * count;
    let ends = vec2(numbers[first], numbers[first + 1u]);
    let pairs = c.n * c.n;
    // Which part of the network the number belongs to, 0 and 1 being its first weights and shifts; and which middle number.
    let part = (number - 2u) / c.width;
    let k = (number - 2u) % c.width;
    var sum = 0.0;
    for (var pair = local; pair < pairs; pair += 64u) {
        let share = share_of(ends, positions[model * c.n + pair / c.n], positions[model * c.n + pair % c.n]);
        let d_at = model * c.heads * pairs + pair;
        if number < 2u {
            sum += to_end(first, d_at, share, ends, number);
        } else if part == 0u {
            sum += to_hidden(first, d_at, share.x, k) * share.x;
        } else if part == 1u {
            sum += to_hidden(first, d_at, share.x, k);
        } else {
            let hidden = numbers[first + 2u + k] * share.x + numbers[first + 2u + c.width + k];
            sum += d[d_at + (part - 2u) * pairs] * max(hidden, 0.0);
        }
    }
    let all = reduce(local, vec2(sum, 0.0)).x;
    if local == 0u {
        dnumbers[group.x] = all;
    }
}
