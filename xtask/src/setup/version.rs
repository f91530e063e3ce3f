//! Reading versions out of what programs print.

/// The first word of `text` that looks like a version, without a leading `v`.
pub fn first_in(text: &str) -> Option<&str> {
    text.split(|c: char| c.is_whitespace() || c == ',' || c == '(')
        .map(|word| word.strip_prefix('v').unwrap_or(word))
        .find(|word| {
            word.starts_with(|c: char| c.is_ascii_digit())
                && word
                    .chars()
                    .all(|c| c.is_ascii_alphanumeric() || ".-+".contains(c))
        })
}

/// The first number of a version.
pub fn major(version: &str) -> Option<u32> {
    version.split('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_found_in_what_tools_print() {
        assert_eq!(first_in("trunk 0.21.14\n"), Some("0.21.14"));
        assert_eq!(first_in("wasm-bindgen 0.2.130"), Some("0.2.130"));
        assert_eq!(
            first_in("wasm-opt version 132 (version_132)\n"),
            Some("132")
        );
        assert_eq!(first_in("v20.20.2\n"), Some("20.20.2"));
        assert_eq!(
            first_in("Chromium 156.0.8078.73 built on Debian GNU/Linux 12"),
            Some("156.0.8078.73")
        );
        assert_eq!(first_in("no version here"), None);
    }

    #[test]
    fn a_major_version_is_a_number() {
        assert_eq!(major("20.20.2"), Some(20));
        assert_eq!(major("132"), Some(132));
        assert_eq!(major("nightly"), None);
    }
}
