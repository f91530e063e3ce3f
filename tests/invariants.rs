//! Every encoding on the CPU: padding changes no real token, and a cache changes no output.

mod common;

use common::gpu::cpu;
use common::invariants;

#[test]
fn padding_changes_no_real_token() {
    invariants::padding_changes_no_real_token(&cpu(), 24);
}

#[test]
fn one_at_a_time_equals_all_at_once() {
    invariants::one_at_a_time_equals_all_at_once(&cpu(), 24);
}
