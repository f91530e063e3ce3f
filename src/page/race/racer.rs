//! An encoding in the race, as the figures name and draw it.

use crate::experiment::lineup::{Entry, write};
use crate::figure::curves::Look;
use crate::language::Language;
use crate::model::train::Entrant;

/// The look of what stands back.
const BACK: u8 = 5;

/// The racers' names: the scheme's own, with what sets it apart where a scheme races against itself.
pub fn names(entrants: &[Entrant], language: Language) -> Vec<String> {
    let name = |entrant: &Entrant| {
        let own = entrant.scheme.name().get(language);
        let id = entrant.scheme.id();
        let again = entrants.iter().filter(|e| e.scheme.id() == id).count() > 1;
        match (again, apart(entrant)) {
            (true, Some(apart)) => format!("{own} ({apart})"),
            _ => own.to_owned(),
        }
    };
    entrants.iter().map(name).collect()
}

/// The parameters that differ from the defaults: "direction=split".
fn apart(entrant: &Entrant) -> Option<String> {
    let text = write(&Entry {
        scheme: entrant.scheme,
        values: entrant.values.clone(),
    });
    text.split_once(':').map(|(_, set)| set.replace(';', ", "))
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
