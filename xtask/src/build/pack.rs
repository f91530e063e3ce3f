//! Many small WebAssembly modules in one file.
//!
//! What several chunks share, wasm-split puts into a module for each combination of them: dozens of files of a kilobyte.
//! A pack is one WebAssembly module with nothing in it but custom sections, each a whole module by its name, so that hosts
//! know and compress it as WebAssembly; `load.js` takes the modules out with `WebAssembly.Module.customSections`.

use super::leb128;

/// What every WebAssembly module of version 1 begins with.
const HEADER: &[u8] = b"\0asm\x01\0\0\0";

/// A pack of modules, each with its name.
pub fn pack(modules: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut pack = HEADER.to_vec();
    for (name, module) in modules {
        let mut section = leb128::write(name.len());
        section.extend(name.bytes());
        section.extend(module);
        // A custom section's number.
        pack.push(0);
        pack.extend(leb128::write(section.len()));
        pack.extend(section);
    }
    pack
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pack_is_a_header_and_a_section_for_each_module() {
        let packed = pack(&[("ab".to_owned(), vec![7, 8, 9])]);
        assert_eq!(packed, b"\0asm\x01\0\0\0\x00\x06\x02ab\x07\x08\x09");
    }
}
