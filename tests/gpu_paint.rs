//! Pictures: the render pass against its twin, and what no colour map may do.

mod common;

use common::gpu::{Bench, cpu, noise, on_gpu};
use poslab::engine::op::Add;
use poslab::engine::paint::{ColourMap, Ink, Panel, Picture, Pixels};
use poslab::engine::{Engine, EngineError, TensorId};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

/// A picture of fed numbers.
fn fed(values: Vec<f32>, picture: impl Fn(TensorId) -> Picture) -> impl Fn(&Engine) -> Pixels {
    move |engine| {
        let mut bench = Bench::default();
        let id = bench.real("x", [values.len()], values.clone());
        let run = bench.run(engine);
        pollster::block_on(run.paint(&picture(id))).expect("it fits")
    }
}

fn on_both(paint: impl Fn(&Engine) -> Pixels + Send + 'static) -> (Pixels, Pixels) {
    let twin = paint(&cpu());
    (on_gpu(move |engine| paint(engine)), twin)
}

/// One row of cells.
fn strip(columns: usize, map: ColourMap, ink: Ink) -> impl Fn(TensorId) -> Picture {
    move |tensor| Picture {
        tensor,
        panels: vec![Panel::matrix(0, 1, columns)],
        across: 1,
        gap: 0,
        map,
        ink,
    }
}

fn close(gpu: &Pixels, twin: &Pixels) -> Result<(), TestCaseError> {
    prop_assert_eq!((gpu.width, gpu.height), (twin.width, twin.height));
    for (i, (a, b)) in gpu.rgba.iter().zip(&twin.rgba).enumerate() {
        prop_assert!(
            a.abs_diff(*b) <= 1,
            "byte {}: {} on the GPU, {} in the twin",
            i,
            a,
            b
        );
    }
    Ok(())
}

/// Panels of any shape in a tensor of `LEN` numbers.
fn panels() -> impl Strategy<Value = Vec<Panel>> {
    let panel = (1..30usize, 1..30usize, 0..40usize, 0..3usize, 0..100usize);
    let panel = panel.prop_map(|(rows, columns, row_stride, column_stride, offset)| Panel {
        offset,
        rows,
        columns,
        row_stride,
        column_stride,
    });
    prop::collection::vec(panel, 0..7)
}

const LEN: usize = 100 + 29 * 40 + 29 * 3 + 1;

#[test]
fn the_render_pass_agrees_with_its_twin() {
    let maps = prop_oneof![
        (0.01..4f32).prop_map(|limit| ColourMap::Diverging { limit }),
        (0.01..4f32).prop_map(|high| ColourMap::Sequential { high }),
    ];
    let inks = prop_oneof![Just(Ink::LIGHT), Just(Ink::DARK)];
    let pictures = (panels(), 1..5usize, 0..4usize, maps, inks, any::<u64>());
    let mut runner = TestRunner::new(Config {
        cases: 128,
        failure_persistence: None,
        ..Config::default()
    });
    let result = runner.run(&pictures, |(panels, across, gap, map, ink, seed)| {
        let picture = move |tensor| {
            let panels = panels.clone();
            Picture {
                tensor,
                panels,
                across,
                gap,
                map,
                ink,
            }
        };
        let (gpu, twin) = on_both(fed(noise(seed, LEN), picture));
        close(&gpu, &twin)
    });
    if let Err(error) = result {
        panic!("{error}");
    }
}

#[test]
fn what_a_program_made_is_painted_without_being_read() {
    let paint = |engine: &Engine| {
        let mut bench = Bench::default();
        let x = bench.real("x", [2, 3, 5], noise(4, 30));
        let b = bench.real("b", [1, 1], vec![0.25]);
        let y = bench
            .program
            .push("y", Add, &[x, b])
            .expect("the shapes fit");
        let map = ColourMap::Diverging { limit: 2.0 };
        let picture = Picture::whole(y, bench.program.info(y), map, Ink::LIGHT);
        pollster::block_on(bench.run(engine).paint(&picture)).expect("it fits")
    };
    let (gpu, twin) = on_both(paint);
    assert_eq!((gpu.width, gpu.height), (11, 3));
    close(&gpu, &twin).unwrap();
}

#[test]
fn zero_is_exactly_the_paper() {
    for ink in [Ink::LIGHT, Ink::DARK] {
        for map in [
            ColourMap::Diverging { limit: 3.0 },
            ColourMap::Sequential { high: 0.1 },
        ] {
            let (gpu, twin) = on_both(fed(vec![0.0, -0.0], strip(2, map, ink)));
            for pixel in gpu.rgba.chunks_exact(4).chain(twin.rgba.chunks_exact(4)) {
                assert_eq!(pixel[..3], ink.paper, "{map:?}");
            }
        }
    }
}

#[test]
fn values_beyond_an_end_take_its_colour() {
    let ink = Ink::LIGHT;
    let map = ColourMap::Diverging { limit: 0.5 };
    let (gpu, twin) = on_both(fed(vec![-1e20, -0.5, 0.5, 1e20], strip(4, map, ink)));
    for pixels in [gpu, twin] {
        let colours: Vec<_> = pixels
            .rgba
            .chunks_exact(4)
            .map(|p| [p[0], p[1], p[2]])
            .collect();
        assert_eq!(
            colours,
            [ink.negative, ink.negative, ink.positive, ink.positive]
        );
    }
}

#[test]
fn what_is_no_value_is_no_colour_of_the_map() {
    let none = [
        f32::NAN,
        f32::INFINITY,
        f32::NEG_INFINITY,
        -1e30,
        f32::MAX,
        -f32::NAN,
    ];
    for ink in [Ink::LIGHT, Ink::DARK] {
        let map = ColourMap::Diverging { limit: 1.0 };
        assert!(
            !map.legend(&ink)
                .iter()
                .any(|colour| ink.missing.contains(colour))
        );
        let (gpu, twin) = on_both(fed(none.to_vec(), strip(none.len(), map, ink)));
        for pixels in [gpu, twin] {
            for (i, pixel) in pixels.rgba.chunks_exact(4).enumerate() {
                assert_eq!(pixel[..3], ink.missing[i % 2], "{}", none[i]);
            }
        }
    }
}

#[test]
fn whole_numbers_are_painted_as_such() {
    let paint = |engine: &Engine| {
        let mut bench = Bench::default();
        let values = [-2i32, -1, 0, 1, 2].map(i32::cast_unsigned);
        let id = bench.whole("positions", [5], values.into());
        let run = bench.run(engine);
        let picture = strip(5, ColourMap::Diverging { limit: 2.0 }, Ink::DARK)(id);
        pollster::block_on(run.paint(&picture)).expect("it fits")
    };
    let (gpu, twin) = on_both(paint);
    close(&gpu, &twin).unwrap();
    assert_eq!(gpu.rgba[..3], Ink::DARK.negative);
    assert_eq!(gpu.rgba[8..11], Ink::DARK.paper);
    assert_eq!(gpu.rgba[16..19], Ink::DARK.positive);
}

#[test]
fn gaps_are_transparent() {
    let picture = |tensor| Picture {
        tensor,
        panels: vec![Panel::matrix(0, 1, 2), Panel::matrix(1, 1, 2)],
        across: 2,
        gap: 1,
        map: ColourMap::Sequential { high: 1.0 },
        ink: Ink::LIGHT,
    };
    let (gpu, twin) = on_both(fed(vec![1.0; 4], picture));
    for pixels in [gpu, twin] {
        let alpha: Vec<_> = pixels.rgba.chunks_exact(4).map(|pixel| pixel[3]).collect();
        assert_eq!(alpha, [255, 255, 0, 255, 255]);
    }
}

#[test]
fn a_picture_outside_its_tensor_is_refused() {
    on_gpu(|engine| {
        let mut bench = Bench::default();
        let id = bench.real("x", [4], vec![0.0; 4]);
        let run = bench.run(engine);
        let picture = strip(5, ColourMap::Sequential { high: 1.0 }, Ink::LIGHT)(id);
        let error = pollster::block_on(run.paint(&picture)).expect_err("it has four cells");
        assert!(
            matches!(error, EngineError::PictureOutside { .. }),
            "{error}"
        );
    });
}
