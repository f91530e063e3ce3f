//! The rows of the property table that belong to the race.

use super::row;
use crate::encoding::Kind;
use crate::experiment::property::{Group, Property};
use crate::experiment::train::{TITLES, Title};
use crate::language::Bilingual;
use std::sync::LazyLock;

/// The tasks by their words.
static TASK_WORDS: LazyLock<Vec<Title>> = LazyLock::new(|| TITLES.to_vec());

/// The rows of the race.
pub fn race() -> [Property; 6] {
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
