// A gate of `gate_count` and its gradient. Beyond 80 it is shut in f32 anyway; a power that overflows may be anything.

fn gate(score: f32) -> f32 {
    return 1.0 / (1.0 + exp(min(-score, 80.0)));
}
