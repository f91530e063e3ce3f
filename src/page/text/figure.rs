//! The words of the figures.

use super::{figure_en, figure_zh};
use crate::language::Language;
use crate::model::Part;

/// The words of the first screen's figures in `language`, and of every map.
pub const fn figure(language: Language) -> &'static FigureStrings {
    match language {
        Language::Zh => &figure_zh::STRINGS,
        Language::En => &figure_en::STRINGS,
    }
}

/// The words of the figures below the first screen in `language`. They come with those.
pub const fn below(language: Language) -> &'static BelowStrings {
    match language {
        Language::Zh => &figure_zh::BELOW,
        Language::En => &figure_en::BELOW,
    }
}

/// See [`figure`], by the figure that says it.
pub struct FigureStrings {
    /// What every map says.
    pub map: MapStrings,
    /// The output rows of both sentences.
    pub rows: RowStrings,
    /// The house with four doors.
    pub house: HouseStrings,
}

/// See [`below`], by the figure that says it.
pub struct BelowStrings {
    /// The attention maps.
    pub attention: AttentionStrings,
    /// The encoding itself.
    pub encoding: EncodingStrings,
    /// The stages of the model.
    pub pipeline: PipelineStrings,
    /// The arithmetic behind a cell.
    pub inspect: InspectStrings,
}

/// See [`FigureStrings::map`].
pub struct MapStrings {
    /// What kind of thing it is, for screen readers.
    pub role: &'static str,
    /// How the keyboard works.
    pub keys: &'static str,
    /// How the keyboard works where a cell can be opened.
    pub keys_open: &'static str,
    /// Shown while no cell is chosen.
    pub hint: &'static str,
    /// A place and its value.
    pub value: fn(place: &str, value: &str) -> String,
    /// Names of a row and a column where they are a query and a key.
    pub query_key: [&'static str; 2],
    /// Names of a row and a column where they are a token and a dimension.
    pub token_dimension: [&'static str; 2],
    /// Names of a row and a column where they are a position and a dimension.
    pub position_dimension: [&'static str; 2],
    /// The place of a cell: names and labels of its row and its column.
    pub place: fn(names: [&str; 2], labels: [&str; 2]) -> String,
    /// A cell that the mask hides.
    pub hidden: &'static str,
    /// Rows and columns.
    pub size: fn(rows: usize, columns: usize) -> String,
    /// The smallest and the largest value, and where they are.
    pub extremes: fn(min: &str, min_at: &str, max: &str, max_at: &str) -> String,
    /// Said of a map too large to be read whole.
    pub large: &'static str,
    /// The colour scale's ends.
    pub legend: fn(ends: &[String; 2]) -> String,
    /// Button that shows the numbers.
    pub table: &'static str,
    /// Button that hides them.
    pub close_table: &'static str,
    /// The table's caption: how many rows and columns it has, of how many.
    pub part: fn(rows: [usize; 2], columns: [usize; 2]) -> String,
    /// Names of the zoom buttons: smaller, larger.
    pub zoom: [&'static str; 2],
}

/// See [`FigureStrings::rows`].
pub struct RowStrings {
    /// The figure's name.
    pub title: &'static str,
    /// One sentence's rows.
    pub side: fn(sentence: &str) -> String,
    /// Every row has its equal, in another place.
    pub permuted: &'static str,
    /// Every row has its equal in the same place.
    pub same: &'static str,
    /// No row has its equal.
    pub none: &'static str,
    /// Some rows have: how many, of how many.
    pub some: fn(equal: usize, of: usize) -> String,
    /// No row has its equal though no position came in: the causal mask.
    pub causal: &'static str,
    /// Some rows have, under a causal mask without positions.
    pub causal_some: fn(equal: usize, of: usize) -> String,
    /// Which rows are joined, for screen readers.
    pub pair: fn(a: &str, b: &str) -> String,
    /// Only part of the dimensions is drawn.
    pub cut: fn(shown: usize, of: usize) -> String,
    /// Only part of the rows is drawn.
    pub cut_rows: fn(shown: usize, of: usize) -> String,
}

/// See [`BelowStrings::attention`].
pub struct AttentionStrings {
    /// The figure's name.
    pub title: &'static str,
    /// What it shows.
    pub caption: &'static str,
    /// What the hatching means.
    pub masked: &'static str,
    /// A head, by its number from 1.
    pub head: fn(head: usize) -> String,
    /// A layer, by its number from 1.
    pub layer: fn(layer: usize) -> String,
    /// Name of the layer buttons.
    pub layers: &'static str,
    /// Name of the head buttons.
    pub heads: &'static str,
    /// The entropy beside a head's name.
    pub entropy: fn(nats: &str) -> String,
    /// What the entropy is, and the most that it can be.
    pub entropy_is: fn(most: &str) -> String,
    /// One side's maps, for screen readers.
    pub side: fn(sentence: &str, heads: usize, tokens: usize) -> String,
    /// A head's largest weight.
    pub largest: fn(head: usize, query: &str, key: &str, weight: &str) -> String,
    /// Said where one head’s map is made at a time, as the sentence is long.
    pub not_made: &'static str,
    /// A cell: head, query, key, value.
    pub cell: fn(head: usize, query: &str, key: &str, value: &str) -> String,
}

/// See [`BelowStrings::encoding`].
pub struct EncodingStrings {
    /// The figure's name.
    pub title: &'static str,
    /// Name of the choice of a part.
    pub choose: &'static str,
    /// A part's name.
    pub part: fn(part: Part) -> &'static str,
    /// What a part shows.
    pub caption: fn(part: Part) -> &'static str,
    /// Names of a row and a column where they are the positions of a query and a key.
    pub query_key: [&'static str; 2],
    /// Column name where columns are pairs.
    pub pair: &'static str,
    /// Row name where rows are those of a table.
    pub row: &'static str,
    /// Which row is looked up.
    pub look_up: fn(row: usize) -> String,
    /// The exact value, and how far the shown one is from it.
    pub exact: fn(exact: &str, difference: &str) -> String,
    /// Said where the scheme makes no table.
    pub nothing: &'static str,
    /// Said while the plain f32 angle is in use.
    pub naive: &'static str,
    /// Name of the field for the first position.
    pub from: &'static str,
}

/// See [`BelowStrings::pipeline`].
pub struct PipelineStrings {
    /// The figure's name.
    pub title: &'static str,
    /// What can be done.
    pub caption: &'static str,
    /// A block, by its number from 1.
    pub block: fn(layer: usize) -> String,
    /// The door at a stage, by its number from 1.
    pub door: fn(door: usize, open: bool) -> String,
    /// A tensor's title: stage and name.
    pub tensor: fn(stage: &str, name: &str) -> String,
    /// Whole numbers, listed.
    pub list: &'static str,
    /// The choice between the tensors of a stage.
    pub tensors: &'static str,
}

/// See [`FigureStrings::house`].
pub struct HouseStrings {
    /// The figure's name.
    pub title: &'static str,
    /// The four doors' names.
    pub doors: [&'static str; 4],
    /// What enters at each.
    pub enters: [&'static str; 4],
    /// Said of an open and a shut door.
    pub state: [&'static str; 2],
    /// A sentence that says which doors are open.
    pub open: fn(doors: &str) -> String,
    /// Said when all are shut.
    pub shut: &'static str,
    /// The doors' numbers.
    pub numbers: [&'static str; 4],
    /// What joins two doors in a sentence.
    pub and: &'static str,
    /// How many distances a table has, where the encoding decides.
    pub distances: &'static str,
}

/// See [`BelowStrings::inspect`].
pub struct InspectStrings {
    /// The panel's name: sentence, layer, head (from 1), query, key.
    pub title: fn(sentence: &str, layer: usize, head: usize, query: &str, key: &str) -> String,
    /// Button that closes it.
    pub close: &'static str,
    /// Step 1.
    pub products: fn(query: &str, key: &str) -> String,
    /// Step 2.
    pub score: &'static str,
    /// Step 3.
    pub softmax: fn(query: &str) -> String,
    /// Rows of the table: query, key, product.
    pub terms: [&'static str; 3],
    /// The column of the sum.
    pub sum: &'static str,
    /// Columns that are left out.
    pub more: fn(count: usize) -> String,
    /// What door 4 adds.
    pub relative: &'static str,
    /// What door 3 adds.
    pub bias: &'static str,
    /// The number that the run holds, and how far the recomputed one is from it.
    pub shown: fn(shown: &str, difference: &str) -> String,
    /// The key comes later, and the mask is causal.
    pub later: fn(query: &str, key: &str) -> String,
    /// The key is padding.
    pub padding: &'static str,
    /// What a cell of the weighted sum is: token, dimension, head (from 1).
    pub mixture: fn(token: &str, dimension: usize, head: usize) -> String,
    /// Keys that are left out.
    pub more_keys: fn(count: usize) -> String,
    /// Columns of its table: key, weight, value, product.
    pub mixed: [&'static str; 4],
}
