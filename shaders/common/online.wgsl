// A softmax that takes its scores eight at a time, for `attention`: a running maximum and sum, and whenever the maximum rises,
// what was summed so far shrinks. Milakov and Gimelshein 2018, "Online normalizer calculation for softmax".

const HIDDEN = -1e30; // the score of a pair that the mask hides; finite, since infinities may be taken for absent

// Eight scores of one query.
struct Eight {
    a: vec4<f32>,
    b: vec4<f32>,
}

// The running state of one query's softmax.
struct Running {
    highest: f32,
    sum: f32,
    shrink: f32, // what the sums so far are multiplied by
    weights: Eight,
}

// Takes eight more scores into the softmax.
fn take(so_far: Running, scores: Eight) -> Running {
    let pairs = max(scores.a, scores.b);
    let highest = max(so_far.highest, max(max(pairs.x, pairs.y), max(pairs.z, pairs.w)));
    let shrink = exp(so_far.highest - highest);
    // A hidden score gives no weight, even while nothing else was seen.
    let a = select(vec4(0.0), exp(scores.a - highest), scores.a > vec4(HIDDEN));
    let b = select(vec4(0.0), exp(scores.b - highest), scores.b > vec4(HIDDEN));
    return Running(highest, so_far.sum * shrink + dot(a + b, vec4(1.0)), shrink, Eight(a, b));
}
