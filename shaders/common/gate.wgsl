// What `gate_count` and its gradient share; they declare `c`.

struct Constants {
    threads: u32,
    n: u32,
}

// Beyond 80 a gate is shut in f32 anyway; a power that overflows may be anything.
fn gate(score: f32) -> f32 {
    return 1.0 / (1.0 + exp(min(-score, 80.0)));
}
