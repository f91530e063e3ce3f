//! The dot product as a table: query, key, product, dimension by dimension.

use super::Found;
use crate::engine::paint::ColourMap;
use crate::figure::{largest_size, number};
use crate::page::Desk;
use crate::page::figure::legend::{colour, ink};
use crate::page::figure::say_below;
use leptos::prelude::*;

/// Most dimensions that are listed.
const LISTED: usize = 16;

/// The table.
#[component]
pub fn Terms(
    /// What was found.
    found: Found,
) -> impl IntoView {
    let desk = Desk::here();
    let cell = found.cell;
    let products: Vec<f32> = cell.products.iter().map(|p| *p as f32).collect();
    let rows = [cell.query, cell.key, products];
    let width = rows[0].len();
    let listed = width.min(LISTED);
    let rest = width - listed;
    let dot = number(cell.dot);
    let head = (0..listed)
        .map(|i| view! { <th scope="col">{i}</th> })
        .collect_view();
    let body = rows.into_iter().enumerate().map(|(row, values)| {
        // Query and key, and the products, have a scale each: a row of its own size is readable.
        let map = ColourMap::Diverging {
            limit: largest_size(&values),
        };
        let cells = values.into_iter().take(listed).map(|value| {
            let swatch = move || colour(map, &ink(desk), f64::from(value));
            view! {
                <td>
                    <i style:background-color=swatch></i>
                    {number(value)}
                </td>
            }
        });
        let cells = cells.collect_view();
        let more = (rest > 0).then(|| view! { <td>"…"</td> });
        let sum = (row == 2).then(|| dot.clone());
        view! {
            <tr>
                <th scope="row">{move || say_below(desk).inspect.terms[row]}</th>
                {cells}
                {more}
                <td class="sum">{sum}</td>
            </tr>
        }
    });
    let body = body.collect_view();
    let more = (rest > 0)
        .then(|| view! { <th scope="col">{move || (say_below(desk).inspect.more)(rest)}</th> });
    let label = move || (say_below(desk).inspect.products)(&found.query, &found.key);
    view! {
        <div class="fig-table terms" tabindex="0" role="group" aria-label=label>
            <table>
                <thead>
                    <tr>
                        <td></td>
                        {head}
                        {more}
                        <th scope="col">{move || say_below(desk).inspect.sum}</th>
                    </tr>
                </thead>
                <tbody>{body}</tbody>
            </table>
        </div>
    }
}
