//! The words of the race: training side by side, and testing past the trained length.

use super::{race_en, race_zh};
use crate::language::Language;

/// The race's words in `language`.
pub const fn race(language: Language) -> &'static RaceStrings {
    match language {
        Language::Zh => &race_zh::STRINGS,
        Language::En => &race_en::STRINGS,
    }
}

/// Every word of the race.
pub struct RaceStrings {
    /// Name of the part with the task and the buttons.
    pub region: &'static str,
    /// What guessing scores: a share.
    pub chance: fn(share: &str) -> String,
    /// The best score of a model that is blind to order.
    pub blind: fn(share: &str) -> String,
    /// The example's answer.
    pub answer: fn(answer: &str) -> String,
    /// Button that starts.
    pub train: &'static str,
    /// Button that starts from the beginning.
    pub train_again: &'static str,
    /// Button that pauses.
    pub pause: &'static str,
    /// Button that goes on after a pause.
    pub resume: &'static str,
    /// Button that takes one step.
    pub step: &'static str,
    /// Button that gives up the race.
    pub reset: &'static str,
    /// Button that trains on for so many steps.
    pub more: fn(steps: usize) -> String,
    /// Button that saves the weights as a file.
    pub save: &'static str,
    /// Button that loads such a file.
    pub load: &'static str,
    /// Name of the choice of a pace.
    pub pace: &'static str,
    /// Full speed, about ten steps a second, two steps a second.
    pub paces: [&'static str; 3],
    /// Said where the future leaks.
    pub leaks: &'static str,
    /// Said while kept weights are put back on a device.
    pub opening: &'static str,
    /// Said where training went on from the snapshot of a step after the device was lost.
    pub resumed: fn(step: usize) -> String,
    /// Said where the race of before the reload stands again.
    pub restored: &'static str,
    /// Said where the race of a file stands.
    pub loaded: &'static str,
    /// Said of a file that couldn't be read or written; takes the reason, a clause.
    pub file: fn(why: &str) -> String,
    /// Name of the progress bar.
    pub progress: &'static str,
    /// Steps taken, of how many.
    pub steps: fn(taken: usize, of: usize) -> String,
    /// Seconds since the start, and how many are left.
    pub time: fn(seconds: f64, left: Option<f64>) -> String,
    /// Said while the trained models are tested at a length.
    pub testing: fn(length: usize) -> String,
    /// Heading of the training curves.
    pub learning: &'static str,
    /// Name of the choice of what they show.
    pub measure: &'static str,
    /// What they can show: accuracy, loss.
    pub measures: [&'static str; 2],
    /// Their y axes.
    pub measure_axes: [&'static str; 2],
    /// What is to be seen of each.
    pub measure_captions: [&'static str; 2],
    /// Their x axis.
    pub step_axis: &'static str,
    /// The mark at what guessing scores.
    pub guess: &'static str,
    /// Said in place of the curves before anything is trained.
    pub no_curve: &'static str,
    /// Heading of the test past the trained length.
    pub lengths: &'static str,
    /// What it is tested on.
    pub lengths_lead: &'static str,
    /// How much of a difference is noise, for one seed and for several.
    pub noise: [&'static str; 2],
    /// Label of the slider.
    pub length: &'static str,
    /// The slider's value, in words.
    pub length_value: fn(length: usize, times: &str) -> String,
    /// The shaded zone.
    pub trained: &'static str,
    /// The x axis.
    pub length_axis: &'static str,
    /// The y axis.
    pub accuracy_axis: &'static str,
    /// What the figure of a text can show: accuracy, perplexity.
    pub length_measures: [&'static str; 2],
    /// The y axis of perplexity.
    pub perplexity_axis: &'static str,
    /// Reads the perplexities at a length; takes a name with its number each.
    pub perplexed: fn(length: usize, times: &str, values: &[String]) -> String,
    /// Said in place of the test before the training is over.
    pub no_test: &'static str,
    /// Reads the figure at a length: who holds, who fades, who guesses.
    pub reading: fn(&Standing) -> String,
    /// Heading of the remedies.
    pub remedies: &'static str,
    /// Name and what it does, by kind.
    pub remedy: fn(kind: &str) -> (&'static str, &'static str),
    /// An encoding under a remedy: its name at the line's end.
    pub remedied: fn(name: &str, remedy: &str) -> String,
    /// What theory says of doors shut in mid-way: the best share.
    pub off_theory: fn(share: &str) -> String,
    /// Heading of the attention maps.
    pub look: &'static str,
    /// What they are.
    pub look_lead: &'static str,
    /// Names of the choices of an encoding, a layer and a head.
    pub look_choices: [&'static str; 3],
    /// A layer, counted from 1.
    pub layer: fn(layer: usize) -> String,
    /// A head, counted from 1.
    pub head: fn(head: usize) -> String,
    /// What a model answered, and whether it is right.
    pub said: fn(answer: &str, right: bool) -> String,
    /// The map's title.
    pub map: fn(name: &str, layer: usize, head: usize) -> String,
    /// Its rows and columns.
    pub query_key: [&'static str; 2],
    /// Heading of the controls.
    pub setting: &'static str,
    /// Heading of what few ever touch.
    pub fine: &'static str,
    /// Heading of the list of encodings.
    pub racers: &'static str,
    /// What the list is.
    pub racers_help: fn(least: usize, most: usize) -> String,
    /// Heading of the model's sizes.
    pub model: &'static str,
    /// The model's sizes in a sentence.
    pub model_is: fn(d_model: usize, heads: usize, layers: usize, batch: usize) -> String,
    /// Said where the device was lost in mid-training.
    pub lost: &'static str,
}

/// How the models stand at one length.
pub struct Standing {
    /// Tokens of a test sequence.
    pub length: usize,
    /// Over the trained length.
    pub times: String,
    /// Names of those that answer as well as ever: 95 % and more.
    pub hold: Vec<String>,
    /// Names of those between guessing and that.
    pub fade: Vec<String>,
    /// Names of those that guess.
    pub guess: Vec<String>,
}
