//! 解剖页的中文。

use super::anatomy::{
    AnatomyStrings, ClockStrings, LikenessStrings, ShiftStrings, SlopeStrings, StairStrings,
    TermStrings, WavelengthStrings,
};
use crate::experiment::anatomy::Of;

pub(super) const STRINGS: AnatomyStrings = AnatomyStrings {
    region: "编码的解剖",
    model: "参数与大小",
    doors: |names| match names {
        [] => "四扇门都没有开。".into(),
        [one] => format!("只走一扇门：{one}。"),
        many => format!("走 {} 扇门：{}。", many.len(), many.join("、")),
    },
    position: "位置 p",
    offset: "相隔 k",
    clocks: ClockStrings {
        title: "把频率看成一排钟",
        caption: |shown, of| {
            let which = match shown == of {
                true => format!("全部 {of} 对。"),
                false => format!("{of} 对里均匀取出的 {shown} 对。"),
            };
            format!(
                "{which}针尖就是这一对数：往右是正弦，往上是余弦。实线指着位置 p，虚线指着 p + k。拖动 p，两根针一起走，夹角却不变。"
            )
        },
        pair: |pair| format!("第 {pair} 对"),
        wavelength: |positions| format!("{positions} 步一圈"),
        said: |pair, position, degrees, turns| {
            format!("第 {pair} 对在位置 {position}：{degrees}°，已经转满 {turns} 圈")
        },
    },
    shift: ShiftStrings {
        title: "往后移几步，就是转一个角",
        caption: |pair, k| {
            format!(
                "第 {pair} 对：从 p 到 p + {k} 只要乘同一个矩阵，矩阵里没有 p。两个词不管站在哪里，隔得一样远，转的角就一样大。"
            )
        },
        checked: |pairs, positions, error| {
            format!(
                "刚刚在全部 {pairs} 对、p 从 0 到 {positions} 上验过：|PE(p + k) − Rₖ PE(p)| 最大 {error}，只是舍入。"
            )
        },
    },
    wavelengths: WavelengthStrings {
        title: "波长",
        axes: ["第几对", "转一圈要多少个位置"],
        trained: |length| format!("训练长度 {length}"),
        caption: |longer, of| match longer {
            0 => format!("{of} 对在训练长度内都至少转了一圈。"),
            n => format!(
                "往右每走一对，波长乘上同一个数。{of} 对里有 {n} 对在训练长度内转不满一圈，圆上总有一段没见过。"
            ),
        },
    },
    likeness: LikenessStrings {
        title: |of| match of {
            Of::Rows => "两个位置有多像",
            Of::Turns => "转开以后还剩多少吻合",
            Of::Bias => "距离给分数添多少",
        },
        distance: "距离",
        measure: |of| match of {
            Of::Rows => "PE(p) · PE(p + k)",
            Of::Turns => "各对 cos(k w) 之和",
            Of::Bias => "加在分数上的偏置",
        },
        head: |head| format!("头 {head}"),
        rise: "不再下降",
        rises: |of, distance| match (of, distance) {
            (_, 0) => "从第一步起就有升有降：光凭距离排不出高低。".into(),
            (Of::Bias, _) => format!(
                "到距离 {distance} 为止一路下降，之后头一次回升：它会不会随距离下降，要看训练。"
            ),
            _ => format!("到距离 {distance} 为止一路下降，之后头一次回升：离得近，不一定更像。"),
        },
        falls: |positions| format!("在 {positions} 个位置以内只降不升：越远越小。"),
    },
    stairs: StairStrings {
        title: "把距离装进桶里",
        axes: ["键的位置 − 查询的位置", "查表的哪一行"],
        caption: |exact| {
            format!(
                "往回看，距离不超过 {exact} 时一个距离一行；再远，几个距离合用一行，模型就分不出它们了。"
            )
        },
    },
    slopes: SlopeStrings {
        title: "每个头一个斜率",
        axes: ["头", "斜率"],
        caption: |steepest, flattest| {
            format!(
                "每远一步，分数就扣掉这么多。最陡的头（{steepest}）只看得到身边，最平的头（{flattest}）看得很远。"
            )
        },
    },
    terms: TermStrings {
        title: "把一个分数拆开",
        sentence: "句子",
        choose: "头",
        head: |head| format!("头 {head}"),
        sum: "加起来：分数",
        query_key: ["查询", "键"],
        caption: |terms, error| {
            format!(
                "{terms} 张图用同一把色尺，逐格相加就是分数。沿对角线成条的图只看距离。和模型实际用的分数最多差 {error}。"
            )
        },
    },
};
