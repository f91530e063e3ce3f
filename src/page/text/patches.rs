//! The words of the image patches view.

use crate::language::Language;

/// The view's words in `language`.
pub const fn patches(language: Language) -> &'static PatchStrings {
    match language {
        Language::Zh => &ZH,
        Language::En => &EN,
    }
}

/// The words of the image patches view.
pub struct PatchStrings {
    /// Name of the first part, for screen readers.
    pub region: &'static str,
    /// What the picture is, for screen readers.
    pub picture: &'static str,
    /// How the keyboard works on it.
    pub keys: &'static str,
    /// Which patch is chosen: row and column counted from 1, and its position.
    pub chosen: fn(row: usize, column: usize, position: usize) -> String,
    /// Button that takes the visitor's own picture.
    pub own: &'static str,
    /// Said beside it.
    pub stays: &'static str,
    /// Said where a file is no picture that the browser can show.
    pub unreadable: &'static str,
    /// Button that brings the sample back.
    pub sample: &'static str,
    /// Heading of the maps.
    pub maps: &'static str,
    /// What the maps have in common.
    pub caption: &'static str,
    /// What is to be seen in the map of an encoding.
    pub seen: fn(scheme: &str) -> &'static str,
    /// What a map's numbers are.
    pub measure: fn(scheme: &str) -> &'static str,
    /// Names of a row and a column.
    pub row_column: [&'static str; 2],
    /// Name of the choice of a head.
    pub choose: &'static str,
    /// A head's name.
    pub head: fn(head: usize) -> String,
    /// Heading of the controls.
    pub model: &'static str,
}

const EN: PatchStrings = PatchStrings {
    region: "Picture and patches",
    picture: "Picture, cut into patches",
    keys: "Arrow keys move to a neighbouring patch, Home and End to the ends of a row, with Ctrl to the corners.",
    chosen: |row, column, position| {
        format!("Row {row}, column {column}: to the model this patch is position {position}.")
    },
    own: "Use your own picture",
    stays: "It stays in this browser and is never uploaded.",
    unreadable: "The browser can’t show this file as a picture.",
    sample: "Back to the sample",
    maps: "Which patches look near, to each encoding",
    caption: "Orange is nearer than the average patch, blue is farther. Only differences count, since a softmax drops what all have in common. Each map has its own scale: every encoding measures in its own unit.",
    seen: |scheme| match scheme {
        "sinusoidal_2d" => {
            "Waves for rows and for columns, half of the dimensions each: a cross of patches in the same row or column stands out, and the blur around it is nearness."
        }
        "learned_2d" => {
            "A table that nobody trained yet: the cross is there, since a row or a column is shared, but a neighbour is no nearer than a patch far away. Nearness has to be learned."
        }
        "rope_2d" => {
            "Half of the pairs turn with the row, half with the column. Only offsets count: move to another patch and the pattern moves along."
        }
        _ => {
            "One number for each offset of row and column, random before training. Irregular, yet it moves along with the patch: offsets alone decide."
        }
    },
    measure: |scheme| match scheme {
        "rope_2d" => "sum of cosines, less the mean",
        "swin_2d" => "bias, less the mean",
        _ => "product of rows, less the mean",
    },
    row_column: ["row", "column"],
    choose: "Head",
    head: |head| format!("head {head}"),
    model: "Grid and sizes",
};

const ZH: PatchStrings = PatchStrings {
    region: "图片和小块",
    picture: "切成小块的图片",
    keys: "方向键走到邻块，Home、End 到一行的两头，加 Ctrl 到对角。",
    chosen: |row, column, position| {
        format!("第 {row} 行第 {column} 列，在模型眼里就是位置 {position}。")
    },
    own: "换成自己的图片",
    stays: "图片只留在这个浏览器里，不会上传。",
    unreadable: "浏览器没法把这个文件当图片显示。",
    sample: "换回示例",
    maps: "在各种编码看来，哪些块离得近",
    caption: "橙色比平均近，蓝色比平均远。算注意力时，大家共有的部分会被 softmax 消掉，所以只看差别。各种编码的单位不同，一张图一把色尺。",
    seen: |scheme| match scheme {
        "sinusoidal_2d" => {
            "行和列各用一半维度画正弦波：同行同列的块连成一个十字，十字周围的晕就是“近”。"
        }
        "learned_2d" => {
            "一张还没训练的表：十字还在，因为行或列是共用的；可邻块并不比远处的块更近。“近”要靠训练才学得到。"
        }
        "rope_2d" => "一半的对跟着行转，一半跟着列转。只看行差和列差：换一块，图案整个跟着挪。",
        _ => {
            "每种行差、列差配一个数，训练前是随机的。看着没有规律，却跟着选中的块一起挪：它只认相对位置。"
        }
    },
    measure: |scheme| match scheme {
        "rope_2d" => "余弦之和，减去平均",
        "swin_2d" => "偏置，减去平均",
        _ => "两行的乘积，减去平均",
    },
    row_column: ["行", "列"],
    choose: "头",
    head: |head| format!("头 {head}"),
    model: "网格与大小",
};
