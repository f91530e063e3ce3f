//! Three plots: wavelengths, slopes, staircases.

use super::{Scene, say};
use crate::experiment::anatomy::{Opened, exact_up_to, staircase};
use crate::figure::curves::{Chart, Look, Mark, Scale, Series, Span, tick_text};
use crate::figure::number;
use crate::page::Desk;
use crate::page::control::Field;
use crate::page::figure::Curves;
use leptos::prelude::*;

/// Wavelengths on a logarithmic axis, with the trained length marked.
#[component]
pub(super) fn Wavelengths(scene: Scene) -> impl IntoView {
    let desk = Desk::here();
    let trained = Memo::new(move |_| {
        desk.store
            .read(|state| state.whole("original_length") as f64)
    });
    let waves = Memo::new(move |_| {
        scene.spectrum.with(|spectrum| {
            let spectrum = spectrum.as_ref();
            spectrum.map_or_else(Vec::new, |s| s.wavelengths(trained.get()))
        })
    });
    let chart = Signal::derive(move || {
        let say = &say(desk).wavelengths;
        let points: Vec<_> = waves.with(|waves| {
            let point =
                |wave: &crate::experiment::anatomy::Wavelength| (wave.pair as f64, wave.wavelength);
            waves.iter().map(point).collect()
        });
        let length = trained.get();
        let lengths = points.iter().map(|(_, y)| *y).chain([length]);
        Chart {
            title: say.title.into(),
            x: Span::of(say.axes[0], points.iter().map(|(x, _)| *x), Scale::Linear),
            y: Span::of(say.axes[1], lengths, Scale::Log),
            marks: vec![Mark {
                upright: false,
                at: length,
                label: (say.trained)(&tick_text(length)),
            }],
            series: vec![Series {
                points,
                look: Look {
                    hue: scene.hue.get(),
                    strong: true,
                    ..Look::default()
                },
                ..Series::default()
            }],
            ..Chart::default()
        }
    });
    let caption = move || {
        waves.with(|waves| {
            let longer = waves.iter().filter(|wave| wave.turns < 1.0).count();
            (say(desk).wavelengths.caption)(longer, waves.len())
        })
    };
    // Some encodings have this property among their own controls.
    let own = Memo::new(move |_| {
        desk.store
            .read(|state| state.scheme_parameters().contains(&"original_length"))
    });
    view! {
        <section class="fig">
            <h2 class="fig-title">{move || say(desk).wavelengths.title}</h2>
            <Curves chart />
            <p class="fig-caption">{caption}</p>
            <Show when=move || !own.get()>
                <div class="narrow"><Field name="original_length" /></div>
            </Show>
        </section>
    }
}

/// Whether the encoding has a slope per head.
pub(super) fn has_slopes(opened: &Opened) -> bool {
    let bias = opened.doors.bias.as_ref();
    bias.is_some_and(|door| door.slopes.is_some())
}

/// ALiBi's slopes, head by head.
#[component]
pub(super) fn Slopes(scene: Scene) -> impl IntoView {
    let desk = Desk::here();
    let slopes = Memo::new(move |_| {
        scene.opened.with(|opened| {
            let bias = opened.as_ref()?.doors.bias.as_ref()?;
            bias.slopes.clone()
        })
    });
    let chart = Signal::derive(move || {
        let say = &say(desk).slopes;
        let slopes = slopes.get().unwrap_or_default();
        let last = slopes.len() as f64;
        let point = |(head, slope): (usize, &f64)| (head as f64 + 1.0, *slope);
        Chart {
            title: say.title.into(),
            x: Span::new(say.axes[0], 1.0, last.max(1.0), Scale::Linear),
            y: Span::of(say.axes[1], slopes.iter().copied(), Scale::Log),
            series: vec![Series {
                points: slopes.iter().enumerate().map(point).collect(),
                look: Look {
                    hue: scene.hue.get(),
                    dots: true,
                    ..Look::default()
                },
                ..Series::default()
            }],
            ..Chart::default()
        }
    });
    let caption = move || {
        let slopes = slopes.get()?;
        let most = slopes.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let least = slopes.iter().copied().fold(f64::INFINITY, f64::min);
        Some((say(desk).slopes.caption)(&number(most), &number(least)))
    };
    view! {
        <section class="fig">
            <h2 class="fig-title">{move || say(desk).slopes.title}</h2>
            <Curves chart height=200.0 />
            <p class="fig-caption">{caption}</p>
        </section>
    }
}

/// Whether several distances share a row of the encoding's table.
pub(super) fn has_stairs(opened: &Opened) -> bool {
    staircase(&opened.doors, opened.positions.len()).is_some()
}

/// The row that each distance looks up.
#[component]
pub(super) fn Stairs(scene: Scene) -> impl IntoView {
    let desk = Desk::here();
    let stairs = Memo::new(move |_| {
        scene.opened.with(|opened| {
            let opened = opened.as_ref();
            let stairs = opened.and_then(|o| staircase(&o.doors, o.positions.len()));
            stairs.unwrap_or_default()
        })
    });
    let chart = Signal::derive(move || {
        let say = &say(desk).stairs;
        let points: Vec<_> = stairs.with(|stairs| {
            let point = |(offset, row): &(i64, u32)| (*offset as f64, f64::from(*row));
            stairs.iter().map(point).collect()
        });
        Chart {
            title: say.title.into(),
            x: Span::of(say.axes[0], points.iter().map(|(x, _)| *x), Scale::Linear),
            y: Span::of(say.axes[1], points.iter().map(|(_, y)| *y), Scale::Linear),
            marks: vec![Mark {
                upright: true,
                at: 0.0,
                label: String::new(),
            }],
            series: vec![Series {
                points,
                look: Look {
                    hue: scene.hue.get(),
                    steps: true,
                    ..Look::default()
                },
                ..Series::default()
            }],
            ..Chart::default()
        }
    });
    let caption = move || (say(desk).stairs.caption)(stairs.with(|stairs| exact_up_to(stairs)));
    view! {
        <section class="fig">
            <h2 class="fig-title">{move || say(desk).stairs.title}</h2>
            <Curves chart />
            <p class="fig-caption">{caption}</p>
        </section>
    }
}
