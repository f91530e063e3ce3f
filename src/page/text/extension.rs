//! The words of the context extension view.

use crate::language::Language;

/// The view's words in `language`.
pub const fn extension(language: Language) -> &'static ExtensionStrings {
    match language {
        Language::Zh => &ZH,
        Language::En => &EN,
    }
}

/// What a way does, in numbers that are ready to be said.
pub struct WayNumbers {
    /// Its word in the link.
    pub id: &'static str,
    /// How many times longer a text is to be read.
    pub factor: String,
    /// How long that is, in tokens.
    pub length: String,
    /// By what the slowest pair is divided.
    pub slowest: String,
    /// Factor on cos and sin.
    pub attention: String,
    /// How many pairs come to angles that training never showed.
    pub unseen: usize,
    /// How many pairs there are.
    pub pairs: usize,
}

/// The words of the context extension view.
pub struct ExtensionStrings {
    /// Name of the first part, for screen readers.
    pub region: &'static str,
    /// Name of the choice of a way.
    pub choose: &'static str,
    /// What the chosen way does.
    pub reading: fn(&WayNumbers) -> String,
    /// Heading of the plot of all ways.
    pub ways: &'static str,
    /// Name of the choice of what it shows.
    pub measure: &'static str,
    /// What it can show: each frequency over the trained one, or the frequency itself.
    pub measures: [&'static str; 2],
    /// Its y axis: see [`Self::measures`].
    pub measure_axes: [&'static str; 2],
    /// Its x axis.
    pub pair: &'static str,
    /// The stretch in which YaRN mixes.
    pub ramp: &'static str,
    /// What is to be seen in the plot of all ways.
    pub ways_caption: &'static str,
    /// Heading of the plot of turns.
    pub turns: &'static str,
    /// Its y axis.
    pub turns_axis: &'static str,
    /// The line of one turn.
    pub one_turn: &'static str,
    /// The line within the trained length.
    pub trained: &'static str,
    /// The line within the stretched length.
    pub stretched: &'static str,
    /// What is to be seen in the plot of turns: pairs that don't complete a turn, of all pairs.
    pub turns_caption: fn(slow: usize, pairs: usize) -> String,
    /// Heading of the controls.
    pub model: &'static str,
}

const EN: ExtensionStrings = ExtensionStrings {
    region: "Ways to extend the context",
    choose: "Way to extend",
    reading: |way| {
        let s = &way.factor;
        let what = match way.id {
            "linear" => format!(
                "Every frequency is divided by {s}. Even the fastest pair slows down, so neighbouring words lie {s} times closer together."
            ),
            "ntk" => format!(
                "A larger base: the fastest pair stays as it was, the slowest is divided by exactly {s}, the rest lie between."
            ),
            "dynamic" => format!(
                "The base follows the length that is read: nothing changes within the trained length, and at {} tokens the slowest pair is divided by {}.",
                way.length, way.slowest
            ),
            "yarn" => format!(
                "Fast pairs stay, those that never complete a turn are divided by {s}, a ramp joins the two. Cosine and sine are multiplied by {}.",
                way.attention
            ),
            "llama3" => format!(
                "Three zones by wavelength: short ones stay, long ones are divided by {s}, those between are blended."
            ),
            _ => format!("Frequencies as trained, now read to {} tokens.", way.length),
        };
        let unseen = match way.unseen {
            0 => "No pair leaves the angles that training showed.".into(),
            1 => format!(
                "1 of {} pairs reaches angles that training never showed.",
                way.pairs
            ),
            n => format!(
                "{n} of {} pairs reach angles that training never showed.",
                way.pairs
            ),
        };
        format!("{what} {unseen}")
    },
    ways: "What each way does to each pair",
    measure: "Shown",
    measures: ["relative to trained", "frequency"],
    measure_axes: ["new frequency ÷ trained frequency", "radians per token"],
    pair: "pair",
    ramp: "YaRN’s ramp",
    ways_caption: "Pairs on the left turn fast and tell neighbours apart; those on the right turn slowly and tell far from near. At 1 a pair is left as it was; lower down it turns more slowly.",
    turns: "How often each pair turns",
    turns_axis: "turns",
    one_turn: "one turn",
    trained: "trained",
    stretched: "stretched",
    turns_caption: |slow, pairs| match slow {
        0 => format!(
            "All {pairs} pairs complete a turn within the trained length, so every angle has been seen."
        ),
        slow => format!(
            "{slow} of {pairs} pairs never complete a turn within the trained length: the model knows only a part of their circle. That is where a longer text leads into the unknown."
        ),
    },
    model: "The model to extend",
};

const ZH: ExtensionStrings = ExtensionStrings {
    region: "扩展上下文的几种办法",
    choose: "用哪种办法",
    reading: |way| {
        let s = &way.factor;
        let what = match way.id {
            "linear" => format!(
                "所有频率一律除以 {s}。连最快的那一对也慢了下来，相邻两个词的差别只剩 {s} 分之一。"
            ),
            "ntk" => format!(
                "换一个更大的底数：最快的一对原样不动，最慢的一对正好除以 {s}，其余的依次居中。"
            ),
            "dynamic" => format!(
                "底数跟着正在读的长度走：不超过训练长度就什么也不改，读到 {} 个词元时，最慢的一对要除以 {}。",
                way.length, way.slowest
            ),
            "yarn" => format!(
                "转得快的不动，转不满一圈的除以 {s}，中间用一段斜坡接上；余弦和正弦再乘 {}。",
                way.attention
            ),
            "llama3" => {
                format!("按波长分三段：短的不动，长的除以 {s}，中间的平滑过渡。")
            }
            _ => format!("频率和训练时一样，直接读到 {} 个词元。", way.length),
        };
        let unseen = match way.unseen {
            0 => "没有一对走出训练时见过的角度。".into(),
            n => format!("{} 对里有 {n} 对会转到训练时没见过的角度。", way.pairs),
        };
        format!("{what}{unseen}")
    },
    ways: "每种办法对每一对维度做了什么",
    measure: "显示",
    measures: ["和训练时相比", "频率本身"],
    measure_axes: ["新频率 ÷ 训练时的频率", "弧度／词元"],
    pair: "第几对",
    ramp: "YaRN 的斜坡",
    ways_caption: "左边的对转得快，管着相邻的词；右边的转得慢，管着远近。停在 1 就是没动，越往下转得越慢。",
    turns: "每一对转了多少圈",
    turns_axis: "圈数",
    one_turn: "一圈",
    trained: "训练长度内",
    stretched: "拉长之后",
    turns_caption: |slow, pairs| match slow {
        0 => format!("训练长度内 {pairs} 对都转满了一圈，每个角度都见过。"),
        slow => format!(
            "{pairs} 对里有 {slow} 对在训练长度内转不满一圈：圆上有一段，模型从没见过。文字一长，就是它们先走进没见过的地方。"
        ),
    },
    model: "要扩展的模型",
};
