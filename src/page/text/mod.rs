//! Every sentence of the page, once in Chinese and once in English, each written natively.
//!
//! The two tables are constants of one type, so a sentence that is missing in one language doesn't compile.

mod anatomy;
mod anatomy_en;
mod anatomy_zh;
mod compare;
mod compare_en;
mod compare_zh;
mod curves;
mod en;
mod extension;
mod figure;
mod figure_en;
mod figure_zh;
mod guide;
mod guide_en;
mod guide_zh;
mod patches;
mod race;
mod race_en;
mod race_health;
mod race_zh;
mod zh;

pub use anatomy::*;
pub use compare::*;
pub use curves::*;
pub use extension::*;
pub use figure::*;
pub use guide::*;
pub use patches::*;
pub use race::{RaceStrings, Standing, race};
pub use race_health::{HealthStrings, race_health};

use crate::language::Language;

/// The sentences in `language`.
pub const fn of(language: Language) -> &'static Strings {
    match language {
        Language::Zh => &zh::STRINGS,
        Language::En => &en::STRINGS,
    }
}

/// Every sentence of the page, by the part of the page that says it.
pub struct Strings {
    /// Header, footer, and what surrounds every view.
    pub site: Site,
    /// The order view: two sentences, one switch, one number.
    pub order: Order,
    /// What the number means where the report's own reason leaves it open.
    pub reading: Reading,
    /// The instrument's controls.
    pub control: Control,
    /// Where it is computed.
    pub machine: Machine,
}

/// See [`Strings::site`].
pub struct Site {
    /// The site's name.
    pub name: &'static str,
    /// The document's title.
    pub document: &'static str,
    /// Name of the list of views.
    pub views: &'static str,
    /// The order view.
    pub order: ViewWords,
    /// The compare view.
    pub compare: ViewWords,
    /// The guide.
    pub guide: ViewWords,
    /// The race.
    pub race: ViewWords,
    /// The anatomy of an encoding.
    pub anatomy: ViewWords,
    /// The context extension view.
    pub extension: ViewWords,
    /// The image patches view.
    pub patches: ViewWords,
    /// Link that skips the header.
    pub skip: &'static str,
    /// Name of the language switch.
    pub language: &'static str,
    /// Name of the light and dark switch.
    pub theme: &'static str,
    /// The themes: as the system, light, dark.
    pub themes: [&'static str; 3],
    /// Button that copies the link.
    pub copy: &'static str,
    /// Said once it is copied.
    pub copied: &'static str,
    /// Said where the browser refuses.
    pub copy_refused: &'static str,
    /// The footer.
    pub footer: &'static str,
    /// Heading of the notice on values of the link that were not taken.
    pub link_notice: &'static str,
    /// What the page did with such a value.
    pub link_default: fn(value: &str) -> String,
    /// What the page did with a name of the link that no property has.
    pub link_unknown: fn(name: &str) -> String,
    /// What the page did with a value where the default is nothing.
    pub link_left_out: &'static str,
    /// Button that closes a notice.
    pub close: &'static str,
    /// Said where a part of the page could not be downloaded.
    pub missing: &'static str,
    /// Button that downloads it again.
    pub load_again: &'static str,
}

/// What stands above a view.
pub struct ViewWords {
    /// Its heading.
    pub heading: &'static str,
    /// What to do here.
    pub lead: &'static str,
}

/// See [`Strings::order`].
pub struct Order {
    /// Name of the first view, for screen readers.
    pub region: &'static str,
    /// Labels of the two sentences.
    pub sentences: [&'static str; 2],
    /// Name of the switch.
    pub positions: &'static str,
    /// The switch's two states: off, on.
    pub switch: [&'static str; 2],
    /// Name of the number.
    pub distance: &'static str,
    /// What the number is.
    pub distance_help: &'static str,
    /// The measured number, where it counts as zero.
    pub measured: fn(measured: &str) -> String,
    /// Up to where a number counts as zero.
    pub tolerance: fn(tolerance: &str) -> String,
    /// How many tokens a sentence has.
    pub tokens: fn(count: usize) -> String,
    /// Name of the bar that moves while a long run goes on.
    pub busy: &'static str,
    /// What a long run computes, and for how many seconds already.
    pub running: fn(d_model: i64, layers: i64, seconds: u32) -> String,
    /// Button that stops a run.
    pub stop: &'static str,
    /// Said after a run was stopped.
    pub stopped: &'static str,
    /// Button that runs again.
    pub again: &'static str,
}

/// See [`Strings::reading`]: what the report's own reason leaves open.
pub struct Reading {
    /// Positions are on, but the scheme is "none".
    pub no_scheme: &'static str,
    /// Positions are on, but they are added nowhere.
    pub nowhere: &'static str,
    /// Something tells the order, but these two come out alike all the same.
    pub alike: &'static str,
    /// Other words, and yet no distance.
    pub alike_other_words: &'static str,
    /// The distance is above the tolerance where theory says zero: rounding.
    pub rounding: &'static str,
}

/// See [`Strings::control`].
pub struct Control {
    /// Name of the instrument's column.
    pub region: &'static str,
    /// Heading of the encoding group.
    pub encoding: &'static str,
    /// Said while positions are off.
    pub switched_off: &'static str,
    /// Heading of the attention group.
    pub attention: &'static str,
    /// Heading of the token group.
    pub tokens: &'static str,
    /// Heading of the model group, folded.
    pub model: &'static str,
    /// The model in short: d_model, heads, layers.
    pub sizes: fn(sizes: [i64; 3]) -> String,
    /// Heading of the group for the curious, folded.
    pub fine: &'static str,
    /// Why a causal mask tells order by itself.
    pub causal: &'static str,
    /// Why a bidirectional mask doesn't.
    pub bidirectional: &'static str,
    /// Button names of a number field: less, more.
    pub less: fn(label: &str) -> String,
    /// See [`Self::less`].
    pub more: fn(label: &str) -> String,
    /// Button that puts everything back to its default.
    pub reset: &'static str,
    /// Where the scheme was published.
    pub source: fn(source: &str) -> String,
}

/// See [`Strings::machine`].
pub struct Machine {
    /// While the engine opens.
    pub opening: &'static str,
    /// On a real GPU.
    pub gpu: fn(adapter: &str) -> String,
    /// On a software adapter that was asked for.
    pub software: fn(adapter: &str) -> String,
    /// On the CPU since the browser has no WebGPU.
    pub no_webgpu: &'static str,
    /// On the CPU since there is only a software adapter.
    pub only_software: &'static str,
    /// On the CPU since the host page isn't secure.
    pub insecure: &'static str,
    /// On the CPU since the visitor asked for it.
    pub asked: &'static str,
    /// On the CPU after the GPU was lost.
    pub lost: &'static str,
    /// The GPU was lost and is back.
    pub rebuilt: &'static str,
    /// Asked for a GPU, and there is none.
    pub refused: &'static str,
    /// Asked for a GPU, which was granted and then failed.
    pub failed: fn(why: &str) -> String,
}
