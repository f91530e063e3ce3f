//! The words of every figure of curves.

use crate::language::Language;

/// The words of curves in `language`.
pub const fn curves(language: Language) -> &'static CurveStrings {
    match language {
        Language::Zh => &ZH,
        Language::En => &EN,
    }
}

/// The words of curves.
pub struct CurveStrings {
    /// What kind of thing it is, for screen readers.
    pub role: &'static str,
    /// How the keyboard works.
    pub keys: &'static str,
    /// Shown while no place is chosen.
    pub hint: &'static str,
    /// A place on the x axis and the lines' values there.
    pub value: fn(axis: &str, x: &str, values: &[(String, String)]) -> String,
    /// What a line does: from its first value to its last.
    pub line: fn(name: &str, first: [&str; 2], last: [&str; 2]) -> String,
    /// A line without a point.
    pub empty: fn(name: &str) -> String,
    /// Button that shows the numbers.
    pub table: &'static str,
    /// Button that hides them.
    pub close_table: &'static str,
    /// The table's caption, where not every row is shown.
    pub part: fn(shown: usize, of: usize) -> String,
}

const EN: CurveStrings = CurveStrings {
    role: "curves",
    keys: "Left and right arrow keys move along the axis, Page Up and Page Down farther, Home and End to the ends.",
    hint: "Point at the figure, or walk with the arrow keys, to read the numbers.",
    value: |axis, x, values| {
        let values = values.iter().map(|(name, value)| match name.as_str() {
            "" => value.clone(),
            name => format!("{name} {value}"),
        });
        let values = values.collect::<Vec<_>>().join(" · ");
        format!("{axis} {x}: {values}")
    },
    line: |name, [x0, y0], [x1, y1]| format!("{name}: from {y0} at {x0} to {y1} at {x1}. "),
    empty: |name| format!("{name}: no point yet. "),
    table: "Show as table",
    close_table: "Hide table",
    part: |shown, of| format!("{shown} of {of} rows, evenly spread"),
};

const ZH: CurveStrings = CurveStrings {
    role: "曲线图",
    keys: "左右方向键沿横轴走，PageUp、PageDown 走得更远，Home、End 到两头。",
    hint: "指向图中一处，或用左右方向键走，就能读到那里的数。",
    value: |axis, x, values| {
        let values = values.iter().map(|(name, value)| match name.as_str() {
            "" => value.clone(),
            name => format!("{name} {value}"),
        });
        let values = values.collect::<Vec<_>>().join(" · ");
        format!("{axis} {x}：{values}")
    },
    line: |name, [x0, y0], [x1, y1]| format!("{name}：从 {x0} 处的 {y0} 到 {x1} 处的 {y1}。"),
    empty: |name| format!("{name}：还没有点。"),
    table: "用表格看",
    close_table: "收起表格",
    part: |shown, of| format!("{of} 行里均匀取出的 {shown} 行"),
};
