//! MathML, written out: the few shapes that the figures' formulas need.

use std::fmt::Write;

/// A formula in the making. Each call appends one piece.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Math(String);

impl Math {
    /// An empty formula.
    pub fn new() -> Self {
        Self::default()
    }

    /// A variable: one letter is set in italics by the browser.
    pub fn name(self, name: &str) -> Self {
        self.tag("mi", name)
    }

    /// A number.
    pub fn number(self, number: &str) -> Self {
        self.tag("mn", number)
    }

    /// An operator or a bracket.
    pub fn sign(self, sign: &str) -> Self {
        self.tag("mo", sign)
    }

    /// `term` with words below it, in a brace.
    pub fn under(mut self, term: Math, words: &str) -> Self {
        let (term, words) = (term.row(), escape(words));
        let brace = format!("<munder>{term}<mo>⏟</mo></munder>");
        let _ = write!(self.0, "<munder>{brace}<mtext>{words}</mtext></munder>");
        self
    }

    /// `base` raised to `exponent`.
    pub fn power(mut self, base: Math, exponent: Math) -> Self {
        let (base, exponent) = (base.row(), exponent.row());
        let _ = write!(self.0, "<msup>{base}{exponent}</msup>");
        self
    }

    /// `over` divided by `under`.
    pub fn fraction(mut self, over: Math, under: Math) -> Self {
        let (over, under) = (over.row(), under.row());
        let _ = write!(self.0, "<mfrac>{over}{under}</mfrac>");
        self
    }

    /// The square root.
    pub fn root(mut self, of: Math) -> Self {
        let _ = write!(self.0, "<msqrt>{}</msqrt>", of.0);
        self
    }

    /// A matrix of numbers; the style sheet draws its brackets.
    pub fn matrix(rows: &[Vec<String>]) -> Self {
        let cell = |text: &String| format!("<mtd><mn>{}</mn></mtd>", escape(text));
        let row = |row: &Vec<String>| {
            let cells: String = row.iter().map(cell).collect();
            format!("<mtr>{cells}</mtr>")
        };
        let rows: String = rows.iter().map(row).collect();
        Self(format!("<mtable class=\"matrix\">{rows}</mtable>"))
    }

    /// Appends another formula.
    pub fn then(mut self, next: Math) -> Self {
        self.0.push_str(&next.0);
        self
    }

    /// The whole element, in a line of its own.
    pub fn block(self) -> String {
        format!("<math display=\"block\">{}</math>", self.row())
    }

    fn row(&self) -> String {
        format!("<mrow>{}</mrow>", self.0)
    }

    fn tag(mut self, tag: &str, text: &str) -> Self {
        let _ = write!(self.0, "<{tag}>{}</{tag}>", escape(text));
        self
    }
}

/// `text` with the characters that mean something in markup made harmless.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::Math;

    #[test]
    fn a_fraction_keeps_its_two_parts_apart() {
        let half = Math::new().fraction(Math::new().number("1"), Math::new().number("2"));
        let expected = "<mfrac><mrow><mn>1</mn></mrow><mrow><mn>2</mn></mrow></mfrac>";
        assert!(half.block().contains(expected));
    }

    #[test]
    fn a_matrix_keeps_rows_and_columns() {
        let rows = [["1", "2"], ["3", "4"]].map(|row| row.map(str::to_owned).to_vec());
        let block = Math::matrix(&rows).block();
        let second = "<mtr><mtd><mn>3</mn></mtd><mtd><mn>4</mn></mtd></mtr>";
        assert!(block.contains(second));
    }

    #[test]
    fn words_can_bring_no_markup() {
        let formula = Math::new().under(Math::new().number("1"), "<img onerror=\"x\">");
        let block = formula.block();
        assert!(!block.contains("<img"));
        assert!(block.contains("&lt;img"));
    }
}
