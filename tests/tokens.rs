//! Tokens: whole graphemes whatever is typed; what can't be read is told in a sentence.

mod common;

use common::state;
use poslab::experiment::{Tokenizer, tokens};
use poslab::language::Language;

/// Case 24: whatever is typed, tokens are whole graphemes.
#[test]
fn tokens_are_whole_graphemes() {
    let split = |text: &str| {
        let split = Tokenizer::Character.split(text, "text", Language::Zh, 1000, 100);
        split.unwrap()
    };
    assert_eq!(split("👩‍👩‍👧🇨🇳👍🏽"), ["👩‍👩‍👧", "🇨🇳", "👍🏽"]);
    assert_eq!(split("e\u{301}a\r\nb"), ["e\u{301}", "a", "b"]);
    assert_eq!(split("שָׁלוֹם"), ["שָׁ", "ל", "וֹ", "ם"]);
    assert_eq!(split("한글 नि"), ["한", "글", "नि"]);
}

/// Case 24: an empty text, only white space, and one that is too long are told in a sentence that names the text.
#[test]
fn empty_and_too_long_are_told() {
    for text in ["", "  \r\n\u{3000}"] {
        let state = state(&[("text-b", text.to_owned())]);
        let refusal = tokens(&state, Language::Zh).unwrap_err();
        assert_eq!(refusal.property, "text-b");
    }
    let long = state(&[
        ("text", "字".repeat(10_000)),
        ("tokenizer", "character".to_owned()),
    ]);
    let refusal = tokens(&long, Language::En).unwrap_err();
    let sentence = refusal.sentence(Language::En);
    assert!(
        sentence.contains("10000") && sentence.contains("2048"),
        "{sentence}"
    );
}

/// Ids typed as numbers are bounded by the vocabulary.
#[test]
fn an_id_outside_the_vocabulary_is_told() {
    let ids = |text: &str| {
        state(&[
            ("tokenizer", "ids".to_owned()),
            ("text", text.to_owned()),
            ("vocabulary", "500".to_owned()),
        ])
    };
    let [a, _] = tokens(&ids("100 2 421 300"), Language::En).unwrap();
    assert_eq!(
        a.iter().map(|t| t.id).collect::<Vec<_>>(),
        [100, 2, 421, 300]
    );
    for wrong in ["500", "-1", "1.5", "cat"] {
        let refusal = tokens(&ids(&format!("3 {wrong}")), Language::En).unwrap_err();
        let sentence = refusal.sentence(Language::En);
        assert!(
            sentence.contains(wrong) && sentence.contains("499"),
            "{sentence}"
        );
    }
}
