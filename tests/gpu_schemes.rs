//! Every scheme on the GPU: each tensor of a two-layer model equals the f64 reference, in both ways through attention.

mod common;

use common::doors;
use common::gpu::{on_gpu, read};
use poslab::encoding::SCHEMES;
use poslab::engine::{Element, Engine, cpu};
use poslab::model::{Built, Config, Look, Sentence, transformer};
use std::rc::Rc;

/// Largest deviation of a shader's f32 from f64, over the tensor's largest number: what two layers of sums may add up to.
const TOLERANCE: f64 = 3e-5;

fn built(scheme: &str, causal: bool, look: Look) -> Built {
    // Sixteen numbers a head fill whole blocks; eleven tokens leave an odd rest.
    let config = Config {
        causal,
        layers: 2,
        ..Config::default()
    };
    let sentence = Sentence::new((0..11).map(|i| format!("token {}", i % 7)));
    let doors = doors(
        scheme,
        &[],
        config.d_model,
        config.heads,
        &sentence.positions,
    );
    transformer(&config, &doors, &sentence, look).expect("it fits")
}

/// The largest deviation, relative to the tensor's largest number (at least 1), and where it is.
fn apart(engine: &Engine, built: &Built) -> (f64, String) {
    let wanted = cpu::run(&built.program, &Rc::new(built.feeds.widen())).expect("it is fed");
    let run = pollster::block_on(engine.run(&built.program, &built.feeds)).expect("it runs");
    let real = |id: &_| built.program.info(*id).element == Element::Real;
    let mut worst = (0.0, String::new());
    for id in built.program.made().filter(real) {
        let got = read(&run, id).values;
        let poslab::engine::Data::Real(want) = wanted.data(id) else {
            panic!("a real tensor");
        };
        let largest = want.iter().fold(1.0, |most: f64, w| most.max(w.abs()));
        for (got, want) in got.iter().zip(want) {
            let off = (f64::from(*got) - want).abs() / largest;
            assert!(got.is_finite(), "{}", built.program.info(id).name);
            if off > worst.0 {
                worst = (off, built.program.info(id).name.clone());
            }
        }
    }
    worst
}

#[test]
fn every_scheme_on_the_gpu_equals_the_reference() {
    let measured = on_gpu(|engine| {
        let mut measured = Vec::new();
        for scheme in SCHEMES {
            for (causal, look) in [(false, Look::Everything), (true, Look::Nothing)] {
                let worst = apart(engine, &built(scheme.id(), causal, look));
                measured.push((scheme.id(), causal, worst));
            }
        }
        measured
    });
    assert_eq!(measured.len(), 2 * SCHEMES.len());
    for (scheme, causal, (off, tensor)) in measured {
        assert!(
            off < TOLERANCE,
            "{scheme}, causal {causal}: {tensor} is off by {off:e}"
        );
    }
}
