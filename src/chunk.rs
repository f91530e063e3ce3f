//! Parts of the program that are downloaded when they are first needed.
//!
//! `cargo xtask build` compiles with `--cfg split` and splits the WebAssembly: what only a chunk's functions reach is in
//! a file of its own, `poslab-NAME.wasm`, beside the main one. Elsewhere (`trunk serve`, tests) a chunk is there at once.

/// A part of the program that could not be downloaded. Asking again tries again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a part of the program could not be downloaded; try again")]
pub struct Missing;

#[cfg(split)]
impl From<wasm_split_helpers::SplitLoaderError> for Missing {
    fn from(_logged: wasm_split_helpers::SplitLoaderError) -> Self {
        Self
    }
}

/// Makes a function the door of a chunk: `chunk! { NAME: fn door(a: A) -> B { .. } }` is an
/// `async fn door(a: A) -> Result<B, Missing>`, and what only its body reaches is downloaded by its first call.
///
/// One chunk may have several doors. A body that awaits returns a boxed future.
macro_rules! chunk {
    (
        $module:ident:
        $(#[$attribute:meta])*
        $vis:vis fn $name:ident($($arg:ident: $type:ty),* $(,)?) -> $out:ty $body:block
    ) => {
        $(#[$attribute])*
        #[cfg(split)]
        #[wasm_split_helpers::wasm_split($module, fallible)]
        $vis fn $name($($arg: $type),*) -> Result<$out, $crate::chunk::Missing> {
            Ok($body)
        }

        $(#[$attribute])*
        #[cfg(not(split))]
        $vis async fn $name($($arg: $type),*) -> Result<$out, $crate::chunk::Missing> {
            Ok($body)
        }
    };
}
pub(crate) use chunk;
