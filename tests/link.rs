//! The link: it round-trips every property, and each wrong value is refused with a sentence that names it.

use poslab::encoding::{Kind, SCHEMES};
use poslab::experiment::{PROPERTIES, Property, State, Tokenizer, Which};
use poslab::language::Language;
use proptest::prelude::*;

/// Some values that a property takes, its ends and its default among them.
fn allowed(property: &Property) -> Vec<String> {
    let mut values = match property.parameter.kind {
        Kind::Whole { min, max } => vec![min.to_string(), max.to_string()],
        Kind::Real { min, max } => vec![min.to_string(), max.to_string()],
        Kind::Flag => vec!["0".into(), "1".into()],
        Kind::Choice(words) => words.iter().map(|(word, _)| (*word).to_owned()).collect(),
        Kind::Text { .. } if property.name() == "hide" => vec!["".into(), "seed,heads".into()],
        Kind::Text { .. } if property.name() == "guide" => vec!["both,longer".into()],
        Kind::Text { .. } if ["compare", "racers"].contains(&property.name()) => {
            vec!["rope:base=500000,alibi".into(), " t5 , none ".into()]
        }
        Kind::Text { .. } => vec!["".into(), "a b&c=d+e%20?#é👩‍👩‍👧 猫".into()],
    };
    values.push(property.parameter.default.into());
    values
}

/// Some values that a property refuses.
fn refused(property: &Property) -> Vec<String> {
    match property.parameter.kind {
        Kind::Whole { min, max } => vec![
            (min - 1).to_string(),
            (max + 1).to_string(),
            "2.5".into(),
            "x".into(),
            "".into(),
        ],
        Kind::Real { min, max } => vec![
            (min - 1.0).to_string(),
            (max * 2.0).to_string(),
            "NaN".into(),
            "x".into(),
            "".into(),
        ],
        Kind::Flag => vec!["2".into(), "yes".into(), "".into()],
        Kind::Choice(_) => vec!["no such word".into(), "".into()],
        Kind::Text { .. } if property.name() == "hide" => vec!["seed,nothing".into()],
        Kind::Text { .. } if property.name() == "guide" => vec!["both,nothing".into()],
        Kind::Text { .. } if property.name() == "racers" => {
            vec!["".into(), "rope".into(), "rope,robe".into()]
        }
        Kind::Text { .. } if property.name() == "compare" => ["", "rope", "rope,robe"]
            .into_iter()
            .chain(["rope,alibi:variant=steep", "rope,alibi:slope=2"])
            .map(Into::into)
            .collect(),
        Kind::Text { most } => vec!["x".repeat(most + 1)],
    }
}

#[test]
fn every_property_round_trips() {
    for property in PROPERTIES.iter() {
        for value in allowed(property) {
            let mut state = State::default();
            state.set(property.name(), &value).unwrap();
            let (back, refusals) = State::from_query(&state.query());
            assert!(
                refusals.is_empty(),
                "{}={value}: {refusals:?}",
                property.name()
            );
            assert_eq!(back, state, "{}={value}", property.name());
            assert_eq!(
                back.value(property.name()),
                Some(property.parse(&value).unwrap())
            );
        }
    }
}

#[test]
fn a_default_stands_in_no_link() {
    for property in PROPERTIES.iter().filter(|row| !row.default_varies) {
        let mut state = State::default();
        state
            .set(property.name(), property.parameter.default)
            .unwrap();
        assert_eq!(state.query(), "", "{}", property.name());
    }
}

#[test]
fn every_wrong_value_is_refused_with_its_sentence() {
    for property in PROPERTIES.iter() {
        for value in refused(property) {
            let mut state = State::default();
            let refusal = state.set(property.name(), &value).unwrap_err();
            assert_eq!(state, State::default());
            for language in [Language::Zh, Language::En] {
                let sentence = refusal.sentence(language);
                let allowed = refusal.allowed.get(language);
                assert!(sentence.contains(property.name()), "{sentence}");
                assert!(
                    sentence.contains(allowed) && !allowed.is_empty(),
                    "{sentence}"
                );
            }
            let other = if property.name() == "seed" {
                "layers"
            } else {
                "seed"
            };
            let query = form_urlencoded::Serializer::new(String::new())
                .append_pair(property.name(), &value)
                .append_pair(other, "3")
                .finish();
            let (state, refusals) = State::from_query(&query);
            assert_eq!(refusals, [refusal]);
            assert_eq!(
                state.whole(other),
                3,
                "one wrong value must not spoil the others"
            );
        }
    }
}

#[test]
fn an_unknown_property_is_told_with_the_known_ones() {
    let (state, refusals) = State::from_query("?utm_source=x&seed=3");
    assert_eq!(state.whole("seed"), 3);
    let [refusal] = refusals.as_slice() else {
        panic!("{refusals:?}")
    };
    let sentence = refusal.sentence(Language::En);
    assert!(
        sentence.contains("utm_source") && sentence.contains("unknown"),
        "{sentence}"
    );
    assert!(
        sentence.contains("rotary_dim") && sentence.contains("d_model"),
        "{sentence}"
    );
}

#[test]
fn every_parameter_of_every_scheme_is_a_property() {
    for scheme in SCHEMES {
        for parameter in scheme.parameters() {
            let same: Vec<_> = PROPERTIES
                .iter()
                .filter(|p| p.name() == parameter.name)
                .collect();
            let [property] = same.as_slice() else {
                panic!(
                    "{} stands {} times in the table",
                    parameter.name,
                    same.len()
                )
            };
            // A name that several schemes share takes what any of them takes.
            assert!(
                property.parse(parameter.default).is_ok(),
                "{}",
                parameter.name
            );
            let mut state = State::default();
            state.set("scheme", scheme.id()).unwrap();
            let own = state.value(parameter.name);
            assert_eq!(
                own,
                Some(parameter.default_value()),
                "{} of {}",
                parameter.name,
                scheme.id()
            );
        }
    }
}

#[test]
fn every_row_has_words_in_both_languages_and_an_allowed_default() {
    for property in PROPERTIES.iter() {
        let parameter = property.parameter;
        property.parse(parameter.default).unwrap();
        for text in [parameter.label, parameter.help] {
            assert!(
                !text.zh.is_empty() && !text.en.is_empty(),
                "{}",
                property.name()
            );
        }
    }
}

#[test]
fn a_sentence_left_out_follows_the_language_and_an_empty_one_stays_empty() {
    let (mut state, _) = State::from_query("");
    assert_eq!(state.sentence(Which::A, Language::Zh), "猫追老鼠");
    assert_eq!(state.sentence(Which::B, Language::En), "mouse chases cat");
    state.set("text", "").unwrap();
    let (state, _) = State::from_query(&state.query());
    assert_eq!(state.sentence(Which::A, Language::Zh), "");
    let split = Tokenizer::Word.split("", "text", Language::Zh, 1000, 10);
    assert!(split.unwrap_err().sentence(Language::Zh).contains("text"));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_survives_the_link(a in "\\PC*", b in any::<String>()) {
        let mut state = State::default();
        state.set("text", &a).unwrap();
        state.set("text-b", &b).unwrap();
        let (back, refusals) = State::from_query(&format!("?{}", state.query()));
        prop_assert_eq!(refusals, vec![]);
        prop_assert_eq!(back.sentence(Which::A, Language::En), a);
        prop_assert_eq!(back.sentence(Which::B, Language::Zh), b);
    }

    #[test]
    fn no_query_panics(query in any::<String>()) {
        let (state, _) = State::from_query(&query);
        let (back, refusals) = State::from_query(&state.query());
        prop_assert_eq!(back, state);
        prop_assert_eq!(refusals, vec![]);
    }
}
