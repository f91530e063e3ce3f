//! A line-up: two to six encodings side by side, each with its own parameters, as one text in the link.
//!
//! `sinusoidal,rope:base=500000;pairing=interleaved` names two. The page's presets are line-ups of one, named after the model
//! that made the encoding known.

use crate::encoding::{SCHEMES, Scheme, Values, find};
use crate::language::{Bilingual, Said};
use crate::refusal::Refusal;

/// An encoding with its parameters.
#[derive(Clone)]
pub struct Entry {
    /// The encoding.
    pub scheme: &'static dyn Scheme,
    /// Its parameters, those not named at their defaults.
    pub values: Values,
}

/// An encoding as a well-known model uses it.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// The model.
    pub name: Bilingual,
    /// Its entry in a line-up.
    pub entry: &'static str,
}

/// The encodings that well-known models made known.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: Bilingual::new("2017 年原版", "The 2017 original"),
        entry: "sinusoidal",
    },
    Preset {
        name: Bilingual::new("BERT", "BERT"),
        entry: "learned:max_len=512;std=0.02",
    },
    Preset {
        name: Bilingual::new("T5", "T5"),
        entry: "t5",
    },
    Preset {
        name: Bilingual::new("LLaMA", "LLaMA"),
        entry: "rope:base=10000;pairing=half_split",
    },
    Preset {
        name: Bilingual::new("BLOOM", "BLOOM"),
        entry: "alibi:variant=press",
    },
    Preset {
        name: Bilingual::new("DeBERTa", "DeBERTa"),
        entry: "deberta:buckets=256;max_position=512",
    },
    Preset {
        name: Bilingual::new("Swin", "Swin"),
        entry: "swin_2d:rows=7;columns=7",
    },
];

/// The fewest and the most encodings of a line-up.
pub const SIZES: std::ops::RangeInclusive<usize> = 2..=6;

/// Reads a line-up.
///
/// # Errors
/// A [`Refusal`] of `compare`: too few or too many entries, an unknown encoding, or a parameter that it refuses.
pub fn parse(text: &str) -> Result<Vec<Entry>, Refusal> {
    parse_as("compare", SIZES, text)
}

/// The fewest and the most encodings of a race.
pub const RACES: std::ops::RangeInclusive<usize> = 2..=8;

/// Reads the line-up of a race.
///
/// # Errors
/// As [`parse`], of `racers`.
pub fn parse_racers(text: &str) -> Result<Vec<Entry>, Refusal> {
    parse_as("racers", RACES, text)
}

fn parse_as(
    property: &str,
    sizes: std::ops::RangeInclusive<usize>,
    text: &str,
) -> Result<Vec<Entry>, Refusal> {
    let entries: Vec<&str> = text
        .split(',')
        .map(str::trim)
        .filter(|e| !e.is_empty())
        .collect();
    if !sizes.contains(&entries.len()) {
        let (least, most) = (sizes.start(), sizes.end());
        let allowed = Said::new(
            format!("要列 {least} 到 {most} 种编码，用逗号隔开"),
            format!("{least} to {most} encodings with commas between are allowed"),
        );
        return Err(Refusal::new(property, text, allowed));
    }
    let named = |refusal: Refusal| match refusal.property.as_str() {
        "compare" => Refusal {
            property: property.to_owned(),
            ..refusal
        },
        _ => refusal,
    };
    let read = |text| entry(text).map_err(named);
    entries.into_iter().map(read).collect()
}

/// Reads one entry: `rope` or `rope:base=500000;pairing=interleaved`.
///
/// # Errors
/// A [`Refusal`] of an unknown encoding, or of a parameter.
pub fn entry(text: &str) -> Result<Entry, Refusal> {
    let (id, parameters) = text.split_once(':').unwrap_or((text, ""));
    let scheme = find(id.trim()).ok_or_else(|| unknown_scheme(id))?;
    let mut values = Values::defaults(scheme.parameters());
    for assignment in parameters.split(';').filter(|part| !part.trim().is_empty()) {
        let (name, value) = assignment.split_once('=').unwrap_or((assignment, ""));
        let mut known = scheme.parameters().iter();
        let parameter = known
            .find(|p| p.name == name.trim())
            .ok_or_else(|| unknown_parameter(scheme, name))?;
        values.set(parameter.name, parameter.parse(value)?);
    }
    Ok(Entry { scheme, values })
}

/// An entry as it stands in a link: only what differs from the defaults.
pub fn write(entry: &Entry) -> String {
    let set = entry.scheme.parameters().iter().filter_map(|parameter| {
        let value = entry.values.get(parameter.name)?;
        (*value != parameter.default_value())
            .then(|| format!("{}={}", parameter.name, value.write()))
    });
    let set: Vec<String> = set.collect();
    match set.is_empty() {
        true => entry.scheme.id().to_owned(),
        false => format!("{}:{}", entry.scheme.id(), set.join(";")),
    }
}

fn unknown_scheme(id: &str) -> Refusal {
    let known: Vec<_> = SCHEMES.iter().map(|scheme| scheme.id()).collect();
    let allowed = Said::new(
        format!("没有这种编码；可以是 {}", known.join("、")),
        format!(
            "there is no such encoding; {} are allowed",
            known.join(", ")
        ),
    );
    Refusal::new("compare", id, allowed)
}

fn unknown_parameter(scheme: &dyn Scheme, name: &str) -> Refusal {
    let known: Vec<_> = scheme.parameters().iter().map(|p| p.name).collect();
    let id = scheme.id();
    let allowed = match known.is_empty() {
        true => Said::new(
            format!("{id} 没有参数"),
            format!("{id} takes no parameters"),
        ),
        false => Said::new(
            format!("{id} 的参数有 {}", known.join("、")),
            format!("{id} takes {}", known.join(", ")),
        ),
    };
    Refusal::new("compare", name, allowed)
}

#[cfg(test)]
mod tests {
    use super::{PRESETS, parse, write};

    #[test]
    fn a_line_up_reads_back_what_it_writes() {
        let text = "sinusoidal,rope:base=500000;pairing=interleaved,alibi";
        let entries = parse(text).expect("allowed");
        let written: Vec<_> = entries.iter().map(write).collect();
        assert_eq!(written.join(","), text);
    }

    #[test]
    fn every_preset_is_an_entry() {
        for preset in PRESETS {
            assert!(
                parse(&format!("none,{}", preset.entry)).is_ok(),
                "{}",
                preset.entry
            );
        }
    }

    #[test]
    fn what_does_not_fit_is_refused_by_name() {
        let said = |text| parse(text).err().expect("refused").to_string();
        assert!(said("rope").contains("2 to 6 encodings"));
        assert!(said("rope,robe").contains("no such encoding"));
        assert!(said("rope,alibi:slope=2").contains("alibi takes variant, direction"));
        assert!(said("rope,alibi:variant=steep").contains("variant can't be steep"));
    }
}
