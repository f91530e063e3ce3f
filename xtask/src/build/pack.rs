//! Many small WebAssembly modules in one file.
//!
//! What several chunks share, wasm-split puts into a module for each combination of them: dozens of files of a kilobyte.
//! A pack is one WebAssembly module with nothing in it but custom sections, each a whole module by its name, so that hosts
//! know and compress it as WebAssembly; `load.js` takes the modules out with `WebAssembly.Module.customSections`.

/// What every WebAssembly module of version 1 begins with.
const HEADER: &[u8] = b"\0asm\x01\0\0\0";

/// A pack of modules, each with its name.
pub fn pack<'a>(modules: impl IntoIterator<Item = (&'a str, Vec<u8>)>) -> Vec<u8> {
    let mut pack = HEADER.to_vec();
    for (name, module) in modules {
        let mut section = leb128(name.len());
        section.extend(name.bytes());
        section.extend(module);
        // A custom section's number.
        pack.push(0);
        pack.extend(leb128(section.len()));
        pack.extend(section);
    }
    pack
}

/// A number as unsigned LEB128: seven bits a byte, the lowest first.
fn leb128(mut number: usize) -> Vec<u8> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_seven_bits_a_byte() {
        assert_eq!(leb128(0), [0]);
        assert_eq!(leb128(127), [127]);
        assert_eq!(leb128(624_485), [0xe5, 0x8e, 0x26]);
    }

    #[test]
    fn a_pack_is_a_header_and_a_section_for_each_module() {
        let packed = pack([("ab", vec![7, 8, 9])]);
        assert_eq!(packed, b"\0asm\x01\0\0\0\x00\x06\x02ab\x07\x08\x09");
    }
}
