//! Parameters of an encoding in a test.

use poslab::encoding::{Values, find};

/// The defaults, but for what is set.
pub fn values(id: &str, set: &[(&str, &str)]) -> Values {
    let parameters = find(id).expect("a scheme").parameters();
    let mut values = Values::defaults(parameters);
    for (name, text) in set {
        let parameter = parameters.iter().find(|p| p.name == *name).expect(name);
        values.set(parameter.name, parameter.parse(text).expect("allowed"));
    }
    values
}
