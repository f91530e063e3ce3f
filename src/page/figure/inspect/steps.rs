//! The steps from two rows to one weight: products, score, softmax.

use super::Found;
use super::terms::Terms;
use crate::experiment::inspect::{Cell, Hidden};
use crate::figure::{Math, number};
use crate::page::Desk;
use crate::page::figure::say_below;
use crate::page::text::InspectStrings;
use leptos::prelude::*;

/// The steps.
#[component]
pub fn Steps(
    /// What was found.
    found: Found,
) -> impl IntoView {
    let desk = Desk::here();
    let kept = StoredValue::new_local(found.clone());
    let with = move |text: fn(&Found, &InspectStrings) -> String| {
        move || kept.with_value(|found| text(found, &say_below(desk).inspect))
    };
    let score = with(|found, strings| score(&found.cell, strings));
    let last = with(|found, strings| match found.cell.hidden {
        Some(Hidden::Later) => (strings.later)(&found.query, &found.key),
        Some(Hidden::Padding) => strings.padding.into(),
        None => (strings.softmax)(&found.query),
    });
    let softmax = found.cell.hidden.is_none().then(|| softmax(&found.cell));
    let shown = with(|found, strings| {
        let shown = f64::from(found.cell.shown[1]);
        (strings.shown)(&number(shown), &number((shown - found.cell.weight).abs()))
    });
    view! {
        <ol class="steps">
            <li>
                <p>{with(|found, strings| (strings.products)(&found.query, &found.key))}</p>
                <Terms found=found.clone() />
            </li>
            <li>
                <p>{move || say_below(desk).inspect.score}</p>
                <div class="formula" tabindex="0" inner_html=score></div>
            </li>
            <li>
                <p>{last}</p>
                <div class="formula" tabindex="0" inner_html=softmax></div>
                <p class="soft">{shown}</p>
            </li>
        </ol>
    }
}

/// (dot + door 4) / sqrt(head_dim) + door 3 = score; what is zero is left out.
fn score(cell: &Cell, strings: &InspectStrings) -> String {
    let mut formula = Math::new();
    formula = if cell.relative == 0.0 {
        signed(formula, cell.dot)
    } else {
        let sum = signed(formula.sign("("), cell.dot).sign("+");
        named(sum, cell.relative, strings.relative).sign(")")
    };
    let head_dim = Math::new().number(&cell.query.len().to_string());
    formula = formula
        .sign("×")
        .fraction(Math::new().number("1"), Math::new().root(head_dim));
    if cell.bias != 0.0 {
        formula = named(formula.sign("+"), cell.bias, strings.bias);
    }
    formula.sign("=").number(&number(cell.score)).block()
}

/// A number with its name below.
fn named(formula: Math, value: f64, name: &str) -> Math {
    formula.under(signed(Math::new(), value), name)
}

/// A number, in brackets where it is negative.
fn signed(formula: Math, value: f64) -> Math {
    let text = number(value);
    if value < 0.0 {
        formula.sign("(").number(&text).sign(")")
    } else {
        formula.number(&text)
    }
}

/// exp(score - max) / sum = weight.
fn softmax(cell: &Cell) -> String {
    let exponent = Math::new()
        .number(&number(cell.score))
        .sign("−")
        .then(signed(Math::new(), cell.row_max));
    let over = Math::new().power(Math::new().name("e"), exponent);
    Math::new()
        .fraction(over, Math::new().number(&number(cell.row_sum)))
        .sign("=")
        .fraction(
            Math::new().number(&number(cell.exp)),
            Math::new().number(&number(cell.row_sum)),
        )
        .sign("=")
        .number(&number(cell.weight))
        .block()
}
