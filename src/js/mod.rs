//! The JavaScript API: what `static/poslab.js` wraps for course pages, notebooks and checks from outside.
//!
//! Requests and answers are those of [`crate::experiment::request`]; this room only carries them over. Errors become
//! JavaScript `Error`s whose message names the property, the value given and what is allowed.

mod answer;
mod ask;
mod catalogue;
mod lab;
mod mount;
mod read;
mod train;

pub use catalogue::{property_names, schemes};
pub use lab::LabCore;
pub use mount::{Mounted, mount};
