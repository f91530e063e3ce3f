//! The names of weights in a file: as a PyTorch module of the same model would have them.
//!
//! | here | in the file | shape in the file |
//! |---|---|---|
//! | `token` | `embedding.weight` | \[vocabulary, d_model\] |
//! | `norm1.0.gain`, `.bias` | `layers.0.norm1.weight`, `.bias` | \[d_model\] |
//! | `w_q.0`, `b_q.0` | `layers.0.attention.query.weight`, `.bias` | \[out, in\], \[out\] |
//! | `w_1.0`, `w_2.0` | `layers.0.linear1.weight`, `layers.0.linear2.weight` | \[out, in\] |
//! | `norm.gain`, `w_head` | `norm.weight`, `head.weight` | \[d_model\], \[vocabulary, d_model\] |
//! | `table.input` | `position.weight` | \[rows, d_model\] |
//! | `table.bias` | `position_bias.weight` | \[rows, heads\], an eighth of the bias |
//! | `table.key.0` | `layers.0.attention.relative_key.weight` | \[rows, head_dim\] |
//! | `table.heads_key.0`, `table.heads_query.0` | `layers.0.attention.position_key.weight`, `position_query` | \[rows, d_model\] |
//! | `table.r.0` | `layers.0.attention.position_projection.weight` | \[in, out\] |
//! | `table.counted.0` | `layers.0.attention.counted.weight` | \[rows, head_dim\] |
//! | `table.u`, `table.v` | `r_w_bias`, `r_r_bias`, the names of the paper's code | \[1, d_model\] |
//! | `table.kernel`, `table.fire` | `kerple`, `fire` | \[heads, 2\], \[1, P\] as `engine::op::Fire` has them |
//! | `table.window` | `window_bias.weight` | \[heads, rows, 1\], an eighth of the bias |
//! | `table.patches` | `patches.weight` | \[rows + columns, d_model / 2\] |
//! | `mean.X`, `square.X` | `adam.mean.X`, `adam.square.X` | as X |
//!
//! A linear layer's weight stands as \[in, out\] here and as \[out, in\] there.

/// What a tensor of a snapshot is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A weight, or a table of positions.
    Weight,
    /// A running mean of Adam.
    Mean,
}

/// Adam's running means.
const MEANS: [&str; 2] = ["mean.", "square."];

/// What the tensor of this name is.
pub fn kind(name: &str) -> Kind {
    match MEANS.iter().any(|mean| name.starts_with(mean)) {
        true => Kind::Mean,
        false => Kind::Weight,
    }
}

/// The weight that a running mean belongs to; a weight's own name.
fn weight(name: &str) -> &str {
    let stripped = MEANS.iter().find_map(|mean| name.strip_prefix(mean));
    stripped.unwrap_or(name)
}

/// Whether only some models have it.
pub fn is_table(name: &str) -> bool {
    weight(name).starts_with("table.")
}

/// Whether it is a linear layer's weight, which a file holds the other way round.
fn is_turned(name: &str) -> bool {
    weight(name).starts_with("w_")
}

/// The name in a file.
pub fn outward(name: &str) -> String {
    if kind(name) == Kind::Mean {
        let own = weight(name);
        let mean = name.strip_suffix(own).unwrap_or_default();
        return format!("adam.{mean}{}", outward(own));
    }
    // "w_q.0" is linear layer "q" of layer "0".
    let (stem, layer) = match name.rsplit_once('.') {
        Some((stem, layer)) if layer.bytes().all(|b| b.is_ascii_digit()) => {
            (stem, format!("layers.{layer}."))
        }
        _ => (name, String::new()),
    };
    let part = match stem.split_once('_') {
        Some(("w", part)) => Some((part, "weight")),
        Some(("b", part)) => Some((part, "bias")),
        _ => None,
    };
    if let Some((part, what)) = part {
        return format!("{layer}{}.{what}", linear(part));
    }
    match stem {
        "token" => "embedding.weight".into(),
        "table.input" => "position.weight".into(),
        "table.bias" => "position_bias.weight".into(),
        "table.key" => format!("{layer}attention.relative_key.weight"),
        "table.value" => format!("{layer}attention.relative_value.weight"),
        "table.heads_key" => format!("{layer}attention.position_key.weight"),
        "table.heads_query" => format!("{layer}attention.position_query.weight"),
        "table.r" => format!("{layer}attention.position_projection.weight"),
        "table.counted" => format!("{layer}attention.counted.weight"),
        "table.u" => "r_w_bias".into(),
        "table.v" => "r_r_bias".into(),
        "table.kernel" => "kerple".into(),
        "table.fire" => "fire".into(),
        "table.window" => "window_bias.weight".into(),
        "table.patches" => "patches.weight".into(),
        _ => norm(name).unwrap_or_else(|| name.to_owned()),
    }
}

fn linear(part: &str) -> &str {
    match part {
        "q" => "attention.query",
        "k" => "attention.key",
        "v" => "attention.value",
        "o" => "attention.output",
        "1" => "linear1",
        "2" => "linear2",
        other => other,
    }
}

/// "norm1.0.gain" is "layers.0.norm1.weight", "norm.bias" is "norm.bias".
fn norm(name: &str) -> Option<String> {
    let (norm, what) = name.rsplit_once('.')?;
    let what = match what {
        "gain" => "weight",
        "bias" => "bias",
        _ => return None,
    };
    Some(match norm.split_once('.') {
        Some((norm, layer)) => format!("layers.{layer}.{norm}.{what}"),
        None => format!("{norm}.{what}"),
    })
}

/// One model's numbers as a file holds them, with their shape there.
pub fn turn(name: &str, axes: &[usize], values: &[f32]) -> (Vec<usize>, Vec<f32>) {
    match *axes {
        [rows, columns] if is_turned(name) => {
            (vec![columns, rows], transposed(values, [rows, columns]))
        }
        _ => (axes.to_vec(), values.to_vec()),
    }
}

/// One model's numbers out of a file, for a tensor of these axes.
pub fn turn_back(name: &str, axes: &[usize], values: &[f32]) -> Vec<f32> {
    match *axes {
        [rows, columns] if is_turned(name) => transposed(values, [columns, rows]),
        _ => values.to_vec(),
    }
}

fn transposed(values: &[f32], [rows, columns]: [usize; 2]) -> Vec<f32> {
    let column = |c: usize| (0..rows).map(move |r| values[r * columns + c]);
    (0..columns).flat_map(column).collect()
}

#[cfg(test)]
mod tests {
    use super::{outward, turn, turn_back};

    #[test]
    fn names_are_those_of_a_pytorch_module() {
        for (here, there) in [
            ("token", "embedding.weight"),
            ("w_q.0", "layers.0.attention.query.weight"),
            ("b_o.1", "layers.1.attention.output.bias"),
            ("w_1.0", "layers.0.linear1.weight"),
            ("norm1.2.gain", "layers.2.norm1.weight"),
            ("norm2.0.bias", "layers.0.norm2.bias"),
            ("norm.gain", "norm.weight"),
            ("w_head", "head.weight"),
            ("b_head", "head.bias"),
            ("table.input", "position.weight"),
            ("table.key.1", "layers.1.attention.relative_key.weight"),
            ("table.kernel", "kerple"),
            (
                "table.heads_key.0",
                "layers.0.attention.position_key.weight",
            ),
            ("mean.w_k.0", "adam.mean.layers.0.attention.key.weight"),
            ("square.table.bias", "adam.square.position_bias.weight"),
            (
                "table.heads_query.1",
                "layers.1.attention.position_query.weight",
            ),
            ("table.u", "r_w_bias"),
        ] {
            assert_eq!(outward(here), there);
        }
    }

    #[test]
    fn a_linear_layer_lies_the_other_way_round_and_comes_back() {
        let values = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
        let (shape, out) = turn("w_1.0", &[2, 3], &values);
        assert_eq!(shape, [3, 2]);
        assert_eq!(out, [1.0, 4.0, 2.0, 5.0, 3.0, 6.0]);
        assert_eq!(turn_back("w_1.0", &[2, 3], &out), values);
        assert_eq!(turn("token", &[2, 3], &values).1, values);
    }
}
