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
pub fn race() -> [Property; 8] {
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
    ]
}
