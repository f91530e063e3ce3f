//! The rows of the property table that belong to the race.

use super::row;
use crate::encoding::Kind;
use crate::experiment::property::{Group, Property};
use crate::experiment::train::{TITLES, Title};
use crate::language::Bilingual;
use std::sync::LazyLock;

/// The tasks by their words.
static TASK_WORDS: LazyLock<Vec<Title>> = LazyLock::new(|| TITLES.to_vec());

/// How many seeds a race is run under.
const SEEDS: Kind = Kind::Choice(&[
    ("1", Bilingual::new("1 个种子", "one seed")),
    (
        "3",
        Bilingual::new("3 个种子，看波动", "three seeds, to see the noise"),
    ),
]);

/// The rows of the race.
pub fn race() -> [Property; 13] {
    let mut racers = row(
        Group::Race,
        "racers",
        Kind::Text { most: 1_000 },
        "none,sinusoidal,rope,shaw",
        Bilingual::new("参赛的编码", "Encodings in the race"),
        Bilingual::new(
            "2 到 8 种编码，用逗号隔开。",
            "Two to eight encodings, separated by commas.",
        ),
    );
    racers.check = Some(|text| crate::experiment::lineup::parse_racers(text).map(drop));
    [
        row(
            Group::Race,
            "task",
            Kind::Choice(&TASK_WORDS),
            "role",
            Bilingual::new("任务", "Task"),
            Bilingual::new(
                "每个任务需要的位置信息不同。",
                "Tasks differ in what they need of position.",
            ),
        ),
        row(
            Group::Race,
            "back",
            Kind::Whole { min: 1, max: 15 },
            "4",
            Bilingual::new("往回数几个", "How far back"),
            Bilingual::new(
                "要答的是往回第几个词。",
                "The answer is the word so many places back.",
            ),
        ),
        racers,
        row(
            Group::Race,
            "train_length",
            Kind::Whole { min: 4, max: 64 },
            "16",
            Bilingual::new("训练长度", "Trained length"),
            Bilingual::new(
                "训练用的句子有几个词；考试最长考到 8 倍。",
                "Words in a training sentence; the test goes up to 8 times as many.",
            ),
        ),
        row(
            Group::Race,
            "train_steps",
            Kind::Whole {
                min: 10,
                max: 5_000,
            },
            "300",
            Bilingual::new("训练步数", "Steps"),
            Bilingual::new("优化器走几步。", "How many steps the optimiser takes."),
        ),
        row(
            Group::Race,
            "seeds",
            SEEDS,
            "1",
            Bilingual::new("练几遍", "How many times"),
            Bilingual::new(
                "换三个种子各练一遍，看得出哪些差别只是运气。",
                "Three seeds show which differences are luck.",
            ),
        ),
        row(
            Group::Race,
            "leak",
            Kind::Flag,
            "0",
            Bilingual::new(
                "故意写错遮挡：看得见后面",
                "A wrong mask, on purpose: the future leaks",
            ),
            Bilingual::new(
                "答案就摆在后面，分数好看，却是假的。",
                "The answer stands right there: a fine score, and worth nothing.",
            ),
        ),
        row(
            Group::Race,
            "random_start",
            Kind::Whole { min: 0, max: 1_024 },
            "0",
            Bilingual::new("随机起点", "Random start"),
            Bilingual::new(
                "训练时每一步让句子从 0 到这个数之间的某个位置开始，绝对位置就都见过了。",
                "Each training step starts its sentences at a position from 0 up to this, so that absolute positions are seen.",
            ),
        ),
        row(
            Group::Race,
            "position_lr",
            Kind::Real {
                min: 0.0,
                max: 1_000.0,
            },
            "1",
            Bilingual::new("位置的学习率倍数", "Rate of what positions learn"),
            Bilingual::new(
                "位置表这些参数的学习率，是其他参数的多少倍；0 就是不训练它们。",
                "How many times the others' learning rate the tables of positions have; 0 leaves them as they start.",
            ),
        ),
        row(
            Group::Race,
            "bias_scale",
            Kind::Real {
                min: 0.01,
                max: 1_000.0,
            },
            "8",
            Bilingual::new("偏置的放大倍数", "Scale of bias tables"),
            Bilingual::new(
                "加在分数上的偏置是表里的数乘上它。为 1 时，偏置几百步内走不远，T5 会显得比实际差。",
                "A bias is its table's number times this. At 1 a bias can't go far within a few hundred steps, and T5 looks worse than it is.",
            ),
        ),
        dropout(
            "dropout_embedding",
            Bilingual::new("丢弃：词向量", "Dropout: embedding"),
            Bilingual::new(
                "训练时，词向量加上位置以后，每个数以这个概率变成 0。",
                "While training, each number of embedding plus position becomes 0 with this probability.",
            ),
        ),
        dropout(
            "dropout_attention",
            Bilingual::new("丢弃：注意力", "Dropout: attention"),
            Bilingual::new(
                "训练时，每个注意力权重以这个概率变成 0。",
                "While training, each attention weight becomes 0 with this probability.",
            ),
        ),
        dropout(
            "dropout_residual",
            Bilingual::new("丢弃：残差", "Dropout: residual"),
            Bilingual::new(
                "训练时，注意力和前馈层的输出汇入残差流之前，每个数以这个概率变成 0。",
                "While training, each number that attention and feed-forward add to the residual stream becomes 0 with this probability.",
            ),
        ),
    ]
}

/// A probability of dropping.
fn dropout(name: &'static str, label: Bilingual, help: Bilingual) -> Property {
    let kind = Kind::Real { min: 0.0, max: 0.9 };
    row(Group::Race, name, kind, "0", label, help)
}
