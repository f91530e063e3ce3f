//! An encoding in the race, as the figures name and draw it.

use crate::experiment::lineup::{Entry, write};
use crate::figure::curves::Look;
use crate::language::Language;
use crate::model::train::Entrant;

/// The look of what stands back.
const BACK: u8 = 5;

/// The racers' names: short, with what differs from the scheme's defaults. ALiBi that tells left from right isn't plain ALiBi.
pub fn names(entrants: &[Entrant], language: Language) -> Vec<String> {
    let name = |entrant: &Entrant| {
        let own = short(entrant.scheme.name().get(language));
        match apart(entrant) {
            Some(apart) => format!("{own} {apart}"),
            None => own.to_owned(),
        }
    };
    entrants.iter().map(name).collect()
}

/// What a scheme is called for short: "Linear bias (ALiBi)" is "ALiBi".
pub fn short(name: &str) -> &str {
    let inside = |open: char, close: char| name.strip_suffix(close)?.split_once(open);
    let found = inside('(', ')').or_else(|| inside('（', '）'));
    found.map_or(name, |(_, short)| short)
}

/// The values that differ from the defaults: "split" of "direction=split".
fn apart(entrant: &Entrant) -> Option<String> {
    let text = write(&Entry {
        scheme: entrant.scheme,
        values: entrant.values.clone(),
    });
    let (_, set) = text.split_once(':')?;
    let value = |pair: &str| pair.split_once('=').map(|(_, value)| value.to_owned());
    let values: Vec<_> = set.split(';').filter_map(value).collect();
    Some(values.join(" "))
}

/// The racers' looks: the hue of the first door that each opens; the dash tells those of one door apart.
pub fn looks(entrants: &[Entrant]) -> Vec<Look> {
    let hue = |entrant: &Entrant| {
        let door = entrant.scheme.doors().first();
        door.map_or(BACK, |door| door.number() as u8)
    };
    let mut met = [0_u8; 6];
    let look = |entrant: &Entrant| {
        let hue = hue(entrant);
        let dash = met[usize::from(hue)];
        met[usize::from(hue)] += 1;
        Look {
            hue,
            dash: dash % 5,
            ..Look::default()
        }
    };
    entrants.iter().map(look).collect()
}
