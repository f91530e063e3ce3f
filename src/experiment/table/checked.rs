//! The rows that check what their kind alone can't express.

use super::row;
use crate::encoding::Kind;
use crate::experiment::property::{Group, Property, unknown};
use crate::language::{Bilingual, Said};
use crate::refusal::Refusal;

/// The row `hide`.
pub const fn hide() -> Property {
    let mut row = row(
        Group::View,
        "hide",
        Kind::Text { most: 1_000 },
        "",
        Bilingual::new("隐藏的控件", "Hidden controls"),
        Bilingual::new(
            "老师可以在链接里藏起一些控件：写上属性名，用逗号隔开。",
            "A teacher may hide controls in a link: property names, separated by commas.",
        ),
    );
    row.check = Some(known_names);
    row
}

/// The width of a head of a model that is to be extended, which is none that runs here.
pub const fn head_dim() -> Property {
    let mut row = row(
        Group::Position,
        "head_dim",
        Kind::Whole { min: 4, max: 512 },
        "128",
        Bilingual::new("每头的维数", "Width of a head"),
        Bilingual::new(
            "扩展长度时看的模型，每个头有多少维，两维成一对。LLaMA 是 128。",
            "How wide a head of the model to extend is; two dimensions form a pair. LLaMA has 128.",
        ),
    );
    row.check = Some(even);
    row
}

/// Refuses an odd number: dimensions turn in pairs.
fn even(number: &str) -> Result<(), Refusal> {
    match number.trim().parse::<u64>() {
        Ok(odd) if odd % 2 == 1 => Err(Refusal::new(
            "head_dim",
            odd,
            Said::new(
                "两维成一对，要偶数",
                "an even number is needed: dimensions turn in pairs",
            ),
        )),
        _ => Ok(()),
    }
}

/// Refuses a list that names something else than properties.
fn known_names(list: &str) -> Result<(), Refusal> {
    for name in crate::experiment::state::names(list) {
        if crate::experiment::PROPERTIES
            .iter()
            .all(|row| row.name() != name)
        {
            return Err(unknown("hide", name));
        }
    }
    Ok(())
}
