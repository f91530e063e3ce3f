//! PosLab (位置实验室): see what position does in a Transformer.
//!
//! The crate is a house of floors, and an arrow only ever points down (`tests/architecture.rs` keeps it so):
//!
//! | floor | room | what it answers |
//! |---|---|---|
//! | 5 | `page`, `js` | what a visitor, or a course page's script, sees |
//! | 4 | [`figure`] | where things stand in a figure and what is written there |
//! | 3 | [`experiment`] | what a learner asks: one request, one report |
//! | 2 | [`model`] | the tiny Transformer with its four doors |
//! | 1 | [`encoding`] | what a position is: one file per scheme, pure maths in f64 |
//! | 1 | [`engine`] | how numbers are computed: tensors, operations, programs, two executors |
//! | 0 | [`language`], [`refusal`], [`random`], [`decimal`], [`chunk`] | two languages; a sentence for every refusal; seeded numbers; numbers from text; parts downloaded when needed |

pub mod chunk;
pub mod decimal;
pub mod encoding;
pub mod engine;
pub mod experiment;
pub mod figure;
#[cfg(target_arch = "wasm32")]
pub mod js;
pub mod language;
pub mod model;
#[cfg(target_arch = "wasm32")]
pub mod page;
pub mod random;
pub mod refusal;
