//! The rows of the property table that belong to the experiment itself.

mod checked;
mod race;

pub(super) use race::race;

use super::property::{Group, Property};
use crate::encoding::precision::PRECISION;
use crate::encoding::{Kind, Parameter, SCHEMES};
use crate::language::Bilingual;
use std::sync::LazyLock;

/// Longest text that a link may carry, in characters; how many tokens run is the tokenizer's limit.
const MOST_CHARACTERS: usize = 100_000;
/// Largest vocabulary for ids typed as numbers.
const MOST_VOCABULARY: i64 = 1_000_000;

const fn row(
    group: Group,
    name: &'static str,
    kind: Kind,
    default: &'static str,
    label: Bilingual,
    help: Bilingual,
) -> Property {
    Property::new(group, Parameter::new(name, kind, default, label, help))
}

const fn sentence(name: &'static str, label: Bilingual) -> Property {
    let kind = Kind::Text {
        most: MOST_CHARACTERS,
    };
    let help = Bilingual::new(
        "随便改。词可以用空格隔开，也可以不隔。",
        "Change it as you like.",
    );
    let mut row = row(Group::Text, name, kind, "", label, help);
    row.default_varies = true;
    row
}

static SCHEME_WORDS: LazyLock<Vec<(&'static str, Bilingual)>> = LazyLock::new(|| {
    let word = |scheme: &&dyn crate::encoding::Scheme| (scheme.id(), scheme.name());
    SCHEMES.iter().map(word).collect()
});

/// The scheme of a link that names none.
pub(super) const DEFAULT_SCHEME: &str = "sinusoidal";

/// The row whose choices are the schemes.
pub(super) fn scheme() -> Property {
    row(
        Group::Position,
        "scheme",
        Kind::Choice(&SCHEME_WORDS),
        DEFAULT_SCHEME,
        Bilingual::new("编码方式", "Encoding"),
        Bilingual::new(
            "位置用哪种方式告诉注意力。",
            "How attention is told about positions.",
        ),
    )
}

/// Every row but the schemes' own.
pub(super) const ROWS: &[Property] = &[
    row(
        Group::View,
        "view",
        Kind::Choice(&[
            ("order", Bilingual::new("两句对照", "Two sentences")),
            ("race", Bilingual::new("训练与外推", "Train and stretch")),
            ("anatomy", Bilingual::new("解剖", "Anatomy")),
            ("extension", Bilingual::new("扩展长度", "Longer context")),
            ("patches", Bilingual::new("图片小块", "Image patches")),
        ]),
        "order",
        Bilingual::new("看什么", "View"),
        Bilingual::new("嵌入时显示哪个图。", "Which figure an embedding shows."),
    ),
    sentence("text", Bilingual::new("句子甲", "Sentence A")),
    sentence("text-b", Bilingual::new("句子乙", "Sentence B")),
    row(
        Group::Text,
        "tokenizer",
        Kind::Choice(&[
            ("word", Bilingual::new("按词", "words")),
            ("character", Bilingual::new("按字", "characters")),
            ("ids", Bilingual::new("直接写编号", "raw ids")),
        ]),
        "word",
        Bilingual::new("怎样切分", "Tokens"),
        Bilingual::new(
            "模型看到的是词元。可以按词切、按字切，或者直接写词元的编号，比如 100 2 421 300。",
            "A model sees tokens: words, characters, or ids that you type as numbers, like 100 2 421 300.",
        ),
    ),
    row(
        Group::Text,
        "vocabulary",
        Kind::Whole {
            min: 2,
            max: MOST_VOCABULARY,
        },
        "1000",
        Bilingual::new("词表大小", "Vocabulary"),
        Bilingual::new(
            "直接写编号时，编号从 0 到词表大小减 1。",
            "With raw ids, an id runs from 0 to one less than this.",
        ),
    ),
    row(
        Group::Position,
        "positions",
        Kind::Choice(&[
            ("off", Bilingual::new("不加位置", "Positions off")),
            ("on", Bilingual::new("加上位置", "Positions on")),
        ]),
        "off",
        Bilingual::new("位置", "Positions"),
        Bilingual::new(
            "关掉时四扇门都关上，权重一个数也不变。",
            "Off shuts all four doors; no weight changes.",
        ),
    ),
    row(
        Group::Position,
        "mask",
        Kind::Choice(&[
            (
                "bidirectional",
                Bilingual::new("双向：每个词看得到全部", "bidirectional: each sees all"),
            ),
            (
                "causal",
                Bilingual::new(
                    "因果：只看得到前面",
                    "causal: each sees only what came before",
                ),
            ),
        ]),
        "bidirectional",
        Bilingual::new("遮挡", "Mask"),
        Bilingual::new(
            "因果遮挡本身就泄露了顺序：第 i 个词只看得到前 i 个词。",
            "A causal mask tells of order by itself: token i sees only tokens up to i.",
        ),
    ),
    row(
        Group::Position,
        "add",
        Kind::Choice(&[
            (
                "before_norm",
                Bilingual::new("第一个归一化之前", "before the first norm"),
            ),
            (
                "after_norm",
                Bilingual::new("第一个归一化之后", "after the first norm"),
            ),
            ("nowhere", Bilingual::new("不加", "nowhere")),
        ]),
        "before_norm",
        Bilingual::new("加在哪里", "Added where"),
        Bilingual::new(
            "第一扇门的那一行加在哪里。",
            "Where the row of door 1 is added.",
        ),
    ),
    Property::new(Group::Position, PRECISION),
    row(
        Group::Position,
        "naive_trig",
        Kind::Flag,
        "0",
        Bilingual::new("直接用 f32 算三角函数", "Naive f32 trigonometry"),
        Bilingual::new(
            "位置乘频率先舍入成 f32 再求正弦。位置一大，误差就看得见。",
            "Rounds position times frequency to f32 before the sine: at large positions the error shows.",
        ),
    ),
    row(
        Group::Position,
        "at",
        Kind::Whole {
            min: 0,
            max: 1 << 20,
        },
        "10",
        Bilingual::new("看哪个位置", "Position looked at"),
        Bilingual::new(
            "钟上的针指着这个位置。",
            "The hands of the clocks stand at this position.",
        ),
    ),
    row(
        Group::Position,
        "offset",
        Kind::Whole { min: 0, max: 4096 },
        "3",
        Bilingual::new("相隔几步", "Offset"),
        Bilingual::new(
            "第二根针比第一根多走这么多步。",
            "The second hand is this many steps ahead.",
        ),
    ),
    row(
        Group::Position,
        "grid",
        Kind::Whole { min: 2, max: 16 },
        "8",
        Bilingual::new("每边几块", "Patches a side"),
        Bilingual::new(
            "图片的每条边切成几块。",
            "Into how many patches each side of the picture is cut.",
        ),
    ),
    checked::head_dim(),
    row(
        Group::Model,
        "d_model",
        Kind::Whole { min: 2, max: 1024 },
        "32",
        Bilingual::new("向量宽度 d_model", "Width d_model"),
        Bilingual::new(
            "每个词元的向量有多少个数。",
            "How many numbers stand for a token.",
        ),
    ),
    row(
        Group::Model,
        "heads",
        Kind::Whole { min: 1, max: 16 },
        "4",
        Bilingual::new("头数", "Heads"),
        Bilingual::new(
            "注意力分成几个头，每个头分到 d_model / heads 维。",
            "How many attention heads share the width.",
        ),
    ),
    row(
        Group::Model,
        "layers",
        Kind::Whole { min: 1, max: 6 },
        "1",
        Bilingual::new("层数", "Layers"),
        Bilingual::new("几个相同结构的块叠在一起。", "How many blocks are stacked."),
    ),
    row(
        Group::Model,
        "d_ff",
        Kind::Whole { min: 0, max: 4096 },
        "0",
        Bilingual::new("前馈宽度 d_ff", "Feed-forward width d_ff"),
        Bilingual::new(
            "前馈层中间有多宽；0 表示 4 倍 d_model。",
            "Width of the feed-forward layer's middle; 0 means 4 times d_model.",
        ),
    ),
    row(
        Group::Model,
        "seed",
        Kind::Whole {
            min: 0,
            max: u32::MAX as i64,
        },
        "7",
        Bilingual::new("种子", "Seed"),
        Bilingual::new(
            "所有权重由它生成：同一个链接，同一组数。",
            "Makes every weight: the same link shows the same numbers.",
        ),
    ),
    row(
        Group::Model,
        "scale_embedding",
        Kind::Flag,
        "0",
        Bilingual::new("词向量乘 √d_model", "Embedding × √d_model"),
        Bilingual::new(
            "2017 年的论文先把词向量放大，再加位置，位置就不会盖过词。",
            "The 2017 paper scales embeddings up first, so that positions don't drown words.",
        ),
    ),
    row(
        Group::Model,
        "embedding_std",
        Kind::Choice(&[
            ("one", Bilingual::new("N(0, 1)", "N(0, 1)")),
            (
                "inverse_sqrt_d",
                Bilingual::new("N(0, 1/d_model)", "N(0, 1/d_model)"),
            ),
        ]),
        "one",
        Bilingual::new("词向量的初始分布", "Embedding init"),
        Bilingual::new(
            "词向量里的数有多大。和位置相比太小，词就被位置盖过。",
            "How large a word's numbers are. Too small beside the positions, and words drown.",
        ),
    ),
    row(
        Group::View,
        "backend",
        Kind::Choice(&[
            ("auto", Bilingual::new("自动", "auto")),
            ("gpu", Bilingual::new("GPU", "GPU")),
            ("cpu", Bilingual::new("CPU", "CPU")),
        ]),
        "auto",
        Bilingual::new("在哪里算", "Computed on"),
        Bilingual::new(
            "自动：有真正的显卡就用显卡，否则用 CPU。",
            "Auto takes a real GPU where there is one, else the CPU.",
        ),
    ),
    row(
        Group::View,
        "lang",
        Kind::Choice(&[
            ("auto", Bilingual::new("随浏览器", "as the browser")),
            ("zh", Bilingual::new("中文", "中文")),
            ("en", Bilingual::new("English", "English")),
        ]),
        "auto",
        Bilingual::new("语言", "Language"),
        Bilingual::new("页面用哪种语言。", "The page's language."),
    ),
    row(
        Group::View,
        "theme",
        Kind::Choice(&[
            ("auto", Bilingual::new("随系统", "as the system")),
            ("light", Bilingual::new("浅色", "light")),
            ("dark", Bilingual::new("深色", "dark")),
        ]),
        "auto",
        Bilingual::new("明暗", "Theme"),
        Bilingual::new("浅色或深色。", "Light or dark."),
    ),
    checked::hide(),
];
