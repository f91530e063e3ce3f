//! Shaders as they are shipped: without comments and indentation, a third of their bytes. Lines keep their numbers, so
//! that what a compiler says can be found in the file.

/// The parts of a shader joined by line breaks, each without comments and indentation: the first `N` bytes, and how many
/// there are.
pub(super) const fn join<const N: usize>(parts: &[&str]) -> ([u8; N], usize) {
    let (mut out, mut len) = ([0; N], 0);
    let mut part = 0;
    while part < parts.len() {
        let bytes = parts[part].as_bytes();
        let (mut at, mut indented) = (0, true);
        while at < bytes.len() {
            let comment = bytes[at] == b'/' && at + 1 < bytes.len() && bytes[at + 1] == b'/';
            if comment {
                while at < bytes.len() && bytes[at] != b'\n' {
                    at += 1;
                }
                continue;
            }
            indented = bytes[at] == b'\n' || (indented && bytes[at] == b' ');
            if bytes[at] != b' ' || !indented {
                if len < N {
                    out[len] = bytes[at];
                }
                len += 1;
            }
            at += 1;
        }
        if len < N {
            out[len] = b'\n';
        }
        len += 1;
        part += 1;
    }
    (out, len)
}

/// The shader of an operation, ready to be compiled.
macro_rules! shipped {
    ($op:ty) => {{
        const PARTS: &[&str] = <$op as Operation>::SHADER;
        const LEN: usize = wgsl::join::<0>(PARTS).1;
        const BYTES: [u8; LEN] = wgsl::join::<LEN>(PARTS).0;
        match std::str::from_utf8(&BYTES) {
            Ok(text) => text,
            Err(_) => panic!("a shader is ASCII but for its comments"),
        }
    }};
}
pub(super) use shipped;

#[cfg(test)]
mod tests {
    use super::join;

    #[test]
    fn comments_and_indentation_go_and_lines_stay() {
        let parts = ["// why\nfn a() {\n    b / c; // d\n}\n", "  x  y"];
        let expected = "\nfn a() {\nb / c; \n}\n\nx  y\n";
        let (bytes, len) = join::<64>(&parts);
        assert_eq!(std::str::from_utf8(&bytes[..len]), Ok(expected));
        assert_eq!(join::<0>(&parts).1, len);
    }
}
