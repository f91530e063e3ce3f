//! Text: a character language model. At each character: which one comes next?
//!
//! The texts are in the public domain and lie beside the page as `texts/tang.txt` and `texts/english.txt`, where each piece is
//! headed by its title and author. Every fifth piece is kept for the tests, whole, so that nothing of it was ever trained on.
//! The rest makes the vocabulary: characters that occur in it once only share one id, which is read but never asked for.
//! English is folded to lower case. A sequence starts anywhere in the pieces joined by line breaks.
//! Perplexity against length is read as in Press et al. 2021 (ALiBi), figure 1: it is e to the cross-entropy.

use super::{NOT_ASKED, Purpose, Task, Title};
use crate::language::{Bilingual, Language};
use rand::RngExt;
use rand_pcg::Pcg64;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// See the module.
pub struct Text {
    title: Title,
    question: Bilingual,
    needs: Bilingual,
    corpus: fn() -> &'static Corpus,
}

/// Id and name.
pub(super) const TITLE: Title = (
    "text",
    Bilingual::new("唐诗：下一个字", "Tang verse: the next character"),
);
/// Id and name.
pub(super) const ENGLISH_TITLE: Title = (
    "text_en",
    Bilingual::new("英文：下一个字母", "English: the next character"),
);

static TANG: LazyLock<Corpus> =
    LazyLock::new(|| Corpus::new(include_str!("../../../../static/texts/tang.txt")));
static PROSE: LazyLock<Corpus> =
    LazyLock::new(|| Corpus::new(include_str!("../../../../static/texts/english.txt")));

/// Of so many pieces the last one is kept for the tests.
const PIECES: usize = 5;
/// The id of characters that the training text holds once only, or not at all.
const RARE: u32 = 0;
/// A line of verse is at most seven characters long, so that eight in a row hold one that has an id of its own.
const SHORTEST: usize = 8;

/// A text with its vocabulary.
struct Corpus {
    /// Characters from id 1 on.
    letters: Vec<char>,
    train: Vec<u32>,
    test: Vec<u32>,
    /// Share of the commonest character among those that may be asked for.
    commonest: f64,
}

impl Corpus {
    fn new(file: &str) -> Self {
        let own = |piece: &str| {
            let lines = piece.lines().filter(|line| !line.starts_with('#'));
            lines.flat_map(|line| [line, "\n"]).collect::<String>()
        };
        let pieces = file.split("\n\n").map(own).filter(|p| !p.trim().is_empty());
        let (mut train, mut test) = (String::new(), String::new());
        for (at, piece) in pieces.enumerate() {
            let to = if at % PIECES == PIECES - 1 {
                &mut test
            } else {
                &mut train
            };
            to.extend(piece.chars().flat_map(char::to_lowercase));
        }
        let mut counts = BTreeMap::new();
        for letter in train.chars() {
            *counts.entry(letter).or_insert(0_usize) += 1;
        }
        counts.retain(|_, count| *count > 1);
        let asked: usize = counts.values().sum();
        let most = counts.values().max().copied().unwrap_or(0);
        let letters: Vec<char> = counts.into_keys().collect();
        let id = |letter: char| {
            letters
                .binary_search(&letter)
                .map_or(RARE, |at| at as u32 + 1)
        };
        Self {
            train: train.chars().map(id).collect(),
            test: test.chars().map(id).collect(),
            commonest: most as f64 / asked.max(1) as f64,
            letters,
        }
    }

    fn draw(&self, dice: &mut Pcg64, purpose: Purpose, ids: &mut [u32], targets: &mut [u32]) {
        let text = match purpose {
            Purpose::Train => &self.train,
            Purpose::Test => &self.test,
        };
        let last = text.len().saturating_sub(ids.len() + 1);
        let start = dice.random_range(0..=last as u32) as usize;
        for ((id, target), pair) in ids.iter_mut().zip(targets).zip(text[start..].windows(2)) {
            *id = pair[0];
            *target = if pair[1] == RARE { NOT_ASKED } else { pair[1] };
        }
    }

    fn word(&self, id: u32) -> String {
        let letter = (id as usize)
            .checked_sub(1)
            .and_then(|at| self.letters.get(at));
        match letter {
            Some('\n') => "⏎".into(),
            Some(' ') => "␣".into(),
            Some(letter) => letter.to_string(),
            None => "□".into(),
        }
    }
}

impl Task for Text {
    fn title(&self) -> Title {
        self.title
    }

    fn question(&self) -> Bilingual {
        self.question
    }

    fn needs(&self) -> Bilingual {
        self.needs
    }

    fn causal(&self) -> bool {
        true
    }

    fn vocabulary(&self) -> usize {
        (self.corpus)().letters.len() + 1
    }

    fn lengths(&self) -> [usize; 2] {
        [SHORTEST, (self.corpus)().test.len() - 1]
    }

    /// Of naming the commonest character each time.
    fn chance(&self, _: usize) -> f64 {
        (self.corpus)().commonest
    }

    /// No bound is known: without a mask the next character lies open.
    fn without_positions(&self, _: usize) -> f64 {
        1.0
    }

    fn word(&self, id: u32, _: Language) -> String {
        (self.corpus)().word(id)
    }

    fn draw(&self, dice: &mut Pcg64, purpose: Purpose, ids: &mut [u32], targets: &mut [u32]) {
        (self.corpus)().draw(dice, purpose, ids, targets);
    }
}

impl Text {
    /// Chinese verse.
    pub const VERSE: Self = Self {
        title: TITLE,
        question: Bilingual::new(
            "约一百首唐诗（通行本，属公共领域，原文见 texts/tang.txt）；每个字处都回答：下一个字是什么？留出五分之一的诗考试。",
            "About a hundred Tang poems (public domain, texts/tang.txt); at each character: which one comes next? A fifth of the poems is kept for the test.",
        ),
        needs: Bilingual::new(
            "要数到句子的第几个字，才知道标点何时来",
            "how far into a line it is: only that tells when a mark is due",
        ),
        corpus: || &TANG,
    };

    /// English prose and verse.
    pub const ENGLISH: Self = Self {
        title: ENGLISH_TITLE,
        question: Bilingual::new(
            "卡罗尔、奥斯汀、林肯、莎士比亚等人的英文（属公共领域，原文见 texts/english.txt），一律小写；每个字符处都回答：下一个是什么？留出五分之一考试。",
            "Carroll, Austen, Lincoln, Shakespeare and others (public domain, texts/english.txt), in lower case; at each character: which one comes next? A fifth of the pieces is kept for the test.",
        ),
        needs: Bilingual::new(
            "要知道前面几个字母的次序",
            "the order of the last few letters",
        ),
        corpus: || &PROSE,
    };
}
