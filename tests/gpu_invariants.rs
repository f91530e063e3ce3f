//! Every encoding on the GPU: padding changes no real token, and a cache changes no output.

mod common;

use common::gpu::on_gpu;
use common::invariants;

/// Few of each: every encoding is met in both ways through attention all the same.
const CASES: u32 = 6;

#[test]
fn padding_changes_no_real_token() {
    on_gpu(|engine| invariants::padding_changes_no_real_token(engine, CASES));
}

#[test]
fn one_at_a_time_equals_all_at_once() {
    on_gpu(|engine| invariants::one_at_a_time_equals_all_at_once(engine, CASES));
}
