//! Numbers as WebAssembly writes them, unsigned LEB128: seven bits a byte, the lowest first, the highest bit on in all but
//! the last.

/// The bytes of a number.
pub fn write(mut number: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    loop {
        let low = (number & 0x7f) as u8;
        number >>= 7;
        if number == 0 {
            bytes.push(low);
            return bytes;
        }
        bytes.push(low | 0x80);
    }
}

/// The number with which `bytes` begins, and how many bytes it takes; none where they end early.
pub fn read(bytes: &[u8]) -> Option<(usize, usize)> {
    let last = bytes.iter().take(5).position(|byte| byte & 0x80 == 0)?;
    let number = bytes[..=last]
        .iter()
        .rev()
        .fold(0, |number, byte| number << 7 | usize::from(byte & 0x7f));
    Some((number, last + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_seven_bits_a_byte() {
        for (number, bytes) in [
            (0, &[0][..]),
            (127, &[127]),
            (128, &[0x80, 1]),
            (624_485, &[0xe5, 0x8e, 0x26]),
        ] {
            assert_eq!(write(number), bytes);
            assert_eq!(read(bytes), Some((number, bytes.len())));
        }
        assert_eq!(read(&[0x80]), None);
    }

    #[test]
    fn a_number_may_be_written_long() {
        assert_eq!(read(&[0x81, 0x80, 0, 9]), Some((1, 3)));
    }
}
