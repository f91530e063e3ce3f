//! “怎么选”的中文。

use super::guide::GuideStrings;

pub(super) const STRINGS: GuideStrings = GuideStrings {
    sources: "出处",
    back: "收回这个答案",
    see: "看实验",
    out: "可以排除：",
    and: "、",
    left: "值得比一比的",
    none_yet: "选了答案，这里会列出与它相关、又没被实验排除的编码。",
    nothing_left: "照这几个答案，提到的编码都被排除了。退一步，改掉其中一个试试。",
    compare: |count, all| {
        let which = if all { "这" } else { "前" };
        format!("把{which} {count} 种并排看")
    },
    ruled_out: "被实验排除的",
    because: |scheme, answer| format!("{scheme}，因为“{answer}”"),
    limits: "这里只说实验看得见的。训练用的模型很小，任务也小；换成大模型，名次要另外量。",
};
