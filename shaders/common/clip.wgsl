// A gradient's clipping by a model's global norm, and the constants of `adam_mean` and `adam_square`, which declare `c`.
// Twin: src/engine/op/clip.rs

struct Constants {
    threads: u32,
    own: u32, // threads of one model
    stays: f32,
    joins: f32,
    max_norm: f32, // 0: none
}

fn clip(squares: f32) -> f32 {
    let factor = min(c.max_norm / (sqrt(squares) + 1e-6), 1.0);
    return select(1.0, factor, c.max_norm > 0.0);
}
