//! The words of the health of position.

use crate::language::Language;

/// The words in `language`.
pub const fn race_health(language: Language) -> &'static HealthStrings {
    match language {
        Language::Zh => &ZH,
        Language::En => &EN,
    }
}

/// Every word of the health of position. Lists go by measure: gradient at the doors, entropy, distance, readout.
pub struct HealthStrings {
    /// Heading.
    pub title: &'static str,
    /// What it is.
    pub lead: &'static str,
    /// Name of the choice of a measure.
    pub measure: &'static str,
    /// The measures.
    pub measures: [&'static str; 4],
    /// Their y axes, with units.
    pub axes: [&'static str; 4],
    /// Their formulas.
    pub formulas: [&'static str; 4],
    /// What is to be seen of each.
    pub captions: [&'static str; 4],
    /// Opens the sentence on what is healthy.
    pub here: &'static str,
    /// What is healthy here, and why no threshold carries over.
    pub healthy: [&'static str; 4],
    /// A head of a layer, at its line's end.
    pub head: fn(layer: usize, head: usize) -> String,
    /// The most entropy, without a mask and under a causal one.
    pub most_entropy: [&'static str; 2],
    /// The distance of a head that looks evenly.
    pub even: &'static str,
    /// The x axis of the readout.
    pub layer_axis: &'static str,
}

impl HealthStrings {
    /// The mark at the most entropy that `n` tokens allow.
    pub fn most(&self, causal: bool, n: usize) -> String {
        self.most_entropy[usize::from(causal)].replace("{n}", &n.to_string())
    }
}

const EN: HealthStrings = HealthStrings {
    title: "The health of position",
    lead: "What position is doing inside while the models learn. Measured on sentences that training never saw; entropy, distance and readout under the first seed.",
    measure: "What to measure",
    measures: [
        "Gradient at the doors",
        "Entropy of attention",
        "Distance of attention",
        "Position, read back",
    ],
    axes: [
        "norm of the gradient (nats per unit of the door)",
        "entropy (nats)",
        "mean distance (tokens)",
        "R² of the position that was read",
    ],
    formulas: [
        "‖∂L/∂P‖₂, P = the numbers in doors 1, 3 and 4; of door 2 the angles, in nats a radian",
        "H = −Σⱼ aᵢⱼ ln aᵢⱼ, mean over queries i and sentences; nats",
        "D = Σⱼ aᵢⱼ |i − j|, mean over queries i and sentences; tokens",
        "R² = 1 − Σ(p − p̂)² / Σ(p − p̄)², p̂ = w·x + b by ridge regression",
    ],
    captions: [
        "How hard the loss pulls at what the encoding lets in, whether any of it is learned or not. RoPE learns nothing, but its angles feel the pull too. A model without positions has no line.",
        "How widely each head looks: 0 is one word only, the dotted line all of them evenly.",
        "How far each head looks. The dotted line is where a head would be that looks evenly at all it can see.",
        "A straight line is fitted to read the place from a layer’s vectors on half of the sentences, and scored on the other half. 1 is every place exactly, 0 no better than always saying “the middle”.",
    ],
    here: "Healthy here: ",
    healthy: [
        "it rises while the task is still unsolved and sinks as the loss does. Within one good run it passes through four orders of magnitude, so a small gradient is no alarm: look at the loss beside it.",
        "the heads part from the dotted line and from each other. No fixed band tells good from bad: on “who chases whom” with 32 words, second layers that solved it were measured at 1.5 and 3.1 nats, and one that failed at 2.9, in between.",
        "where the task needs a neighbour, some head comes near; where it needs the whole sentence, none has to. It depends on the task and the length, so compare encodings, not numbers from elsewhere.",
        "sinusoidal and learned write the place into the vectors and stay high. RoPE near 0 is just as healthy: it tells attention about distances and leaves no place behind. Shaw’s vectors for the values bring it back by the ends of the sentence, which they can see. Under a causal mask a little place leaks in for all.",
    ],
    head: |layer, head| format!("L{layer} head {head}"),
    most_entropy: ["at most: ln {n}", "at most: mean of ln 1 … ln {n}"],
    even: "an even look",
    layer_axis: "after layer (0 is what goes in)",
};

const ZH: HealthStrings = HealthStrings {
    title: "位置的体检",
    lead: "模型在学的时候，位置在里面起什么作用。都在训练没见过的句子上量；熵、距离和读回来的位置取第一个种子。",
    measure: "量什么",
    measures: ["门口的梯度", "注意力的熵", "注意力的距离", "把位置读回来"],
    axes: [
        "梯度的范数（nat，每单位的门）",
        "熵（nat）",
        "平均距离（词）",
        "读位置的 R²",
    ],
    formulas: [
        "‖∂L/∂P‖₂，P 是第一、三、四扇门里的数；第二扇门取角度，单位 nat / 弧度",
        "H = −Σⱼ aᵢⱼ ln aᵢⱼ，对提问的词 i 和句子取平均；单位 nat",
        "D = Σⱼ aᵢⱼ |i − j|，对提问的词 i 和句子取平均；单位是词",
        "R² = 1 − Σ(p − p̂)² / Σ(p − p̄)²，p̂ = w·x + b，用岭回归求 w 和 b",
    ],
    captions: [
        "损失对门里的数拉得有多用力，不管那些数学不学。RoPE 没有要学的数，角度照样受力。不加位置的模型没有线。",
        "每个头看得有多散：0 是只看一个词，虚线是每个词看得一样多。",
        "每个头看得有多远。虚线是把看得见的词一视同仁时的距离。",
        "用一半的句子拟合一条直线，从某一层的向量里读出第几个词，再拿另一半句子打分。1 是个个读准，0 和永远答“正中间”一样。",
    ],
    here: "这里怎样算健康：",
    healthy: [
        "任务还没学会时往上走，损失降下去它也跟着小下去。一次正常的训练里它就能跨四个数量级，所以小不等于坏，要和损失一起看。",
        "各个头离开虚线，彼此也分开。没有一条通用的线能分好坏：32 个词的“谁追谁”，学会了的模型第二层量到过 1.5 和 3.1，没学会的是 2.9，正好夹在中间。",
        "任务要看邻居，就会有头凑近；任务要看全句，就不必。它随任务和句长变，只在编码之间比，别拿别处的数来比。",
        "正弦和学出来的表把第几个写进向量，一直很高。RoPE 接近 0 也一样健康：它只把远近告诉注意力，不往向量里写第几个。Shaw 加在值上的向量认得出句子的两头，第几个又回到了向量里。有因果遮挡时，谁都会漏进一点位置。",
    ],
    head: |layer, head| format!("{layer} 层 {head} 头"),
    most_entropy: ["最大：ln {n}", "最大：ln 1 到 ln {n} 的平均"],
    even: "一视同仁",
    layer_axis: "第几层之后（0 是进第一层之前）",
};
