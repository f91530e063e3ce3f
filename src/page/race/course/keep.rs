//! The race survives a reload, is saved as a file and loaded from one: see [`Kept`].
//!
//! The tab's own storage holds the last race, which ends with the tab. A sandboxed frame has none, and works all the same.

use super::{Asked, Course, Notice, Phase};
use crate::experiment::train::{Heats, Kept};
use crate::experiment::{State, race_link, race_properties, race_seeds};
use crate::language::Said;
use js_sys::{Array, Uint8Array};
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos::web_sys::{Blob, HtmlElement, Storage, Url};
use std::time::Duration;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;

/// Where the last race lies in the tab's storage.
const SHELF: &str = "poslab.race";
/// Where its link lies, so that the race itself is only read for its own setting.
const LABEL: &str = "poslab.race.link";
/// How long a browser may take to fetch a file that is handed over.
const FETCHED: Duration = Duration::from_secs(30);
/// What a saved race is called.
const FILE: &str = "poslab-race.safetensors";

impl Course {
    /// Puts the race on the shelf; where it doesn't fit, without what only training on needs. A race that was given up
    /// meanwhile isn't kept.
    pub(super) async fn keep(self, heats: &Heats, turn: u32) {
        let Some(shelf) = shelf() else { return };
        let kept = self.kept(heats).await;
        let Some(kept) = kept.filter(|_| self.is_mine(turn)) else {
            return;
        };
        let entrants = &heats.plan().entrants;
        for means in [true, false] {
            let text = kept.write(entrants, means).map(|file| as_text(&file));
            let put = |text: String| {
                shelf.set_item(LABEL, &kept.link)?;
                shelf.set_item(SHELF, &text)
            };
            if text.is_ok_and(|text| put(text).is_ok()) {
                return;
            }
        }
        self.forget();
    }

    /// Takes the last race off the shelf.
    pub(super) fn forget(self) {
        if let Some(shelf) = shelf() {
            for name in [LABEL, SHELF] {
                // What isn't there needn't go.
                let _gone = shelf.remove_item(name);
            }
        }
    }

    async fn kept(self, heats: &Heats) -> Option<Kept> {
        let link = self.plan.with_untracked(|asked| asked.link.clone());
        Some(Kept {
            link,
            heats: heats.snapshot().await.ok()?,
            tests: self.tests.try_get_untracked()?,
            seconds: self.seconds.try_get_untracked()?,
        })
    }

    /// Shows the race of a file, or else that of the shelf, if it is the very race that is set.
    pub(super) fn bring_back(self) {
        let link = self.plan.with_untracked(|asked| asked.link.clone());
        let loaded = self.loaded.try_update_value(Option::take).flatten();
        if let Some(kept) = loaded.filter(|kept| kept.link == link) {
            return self.show_kept(kept, Notice::Loaded);
        }
        let Some(shelf) = shelf() else { return };
        let text = |name| shelf.get_item(name).ok().flatten();
        let own = text(LABEL).filter(|label| *label == link);
        let kept = own.and_then(|_| Kept::read(&as_bytes(&text(SHELF)?)).ok());
        if let Some(kept) = kept.filter(|kept| kept.link == link) {
            self.show_kept(kept, Notice::Restored);
        }
    }

    fn show_kept(self, kept: Kept, notice: Notice) {
        let Asked { plan, .. } = self.plan.get_untracked();
        let (Ok(plan), turn) = (plan, self.turn.get_value()) else {
            return;
        };
        self.phase.set(Phase::Opening);
        self.tests.set(kept.tests);
        self.seconds.set(kept.seconds);
        let heats = kept.heats;
        if let Some(first) = heats.first() {
            self.steps.set((first.taken, first.steps));
        }
        self.points
            .set(heats.iter().map(|heat| heat.curve.clone()).collect());
        spawn_local(async move {
            match Heats::resume(&self.engine().await, &plan, &heats) {
                Ok(heats) => self.stand(heats, turn, notice).await,
                Err(trouble) if self.is_mine(turn) => {
                    self.reset();
                    self.trouble.set(Some(trouble));
                }
                Err(_) => {}
            }
        });
    }

    /// The race stands again as it did: paused, or trained and tested.
    async fn stand(self, heats: Heats, turn: u32, notice: Notice) {
        if !self.is_mine(turn) {
            return;
        }
        let seen = match self.look(&heats, turn).await {
            Ok(()) => self.measure(&heats, turn).await,
            Err(trouble) => Err(trouble),
        };
        if let Err(trouble) = seen {
            return self.fail(turn, trouble);
        }
        if self.is_mine(turn) {
            self.notice.set(Some(notice));
            self.phase.set(match heats.is_over() {
                true => Phase::Trained,
                false => Phase::Paused,
            });
            self.put(heats, turn);
        }
    }

    /// Hands the visitor a file of the weights and of what came out.
    pub fn save(self) {
        let (Some(heats), turn) = (self.take(), self.turn.get_value()) else {
            return;
        };
        spawn_local(async move {
            let kept = self.kept(&heats).await;
            let file = kept.map(|kept| kept.write(&heats.plan().entrants, false));
            self.put(heats, turn);
            match file {
                Some(Ok(file)) if hand_over(&file).is_some() => {}
                Some(Err(sentence)) => self.notice.set(Some(Notice::File(sentence))),
                _ => self.notice.set(Some(Notice::File(unsaved()))),
            }
        });
    }

    /// Reads a file that [`Course::save`] made, and sets the race that it is of.
    pub fn load(self, file: Blob) {
        spawn_local(async move {
            let kept = match JsFuture::from(file.array_buffer()).await {
                Ok(buffer) => checked(Kept::read(&Uint8Array::new(&buffer).to_vec())),
                Err(_) => Err(unread()),
            };
            match kept {
                Ok(kept) => self.set_up(kept),
                Err(sentence) => {
                    // The view may have been left meanwhile.
                    let _left = self.notice.try_set(Some(Notice::File(sentence)));
                }
            }
        });
    }

    fn set_up(self, kept: Kept) {
        let (linked, _) = State::from_query(&kept.link);
        let Some(mut next) = self.desk.store.state().try_get_untracked() else {
            return;
        };
        for name in race_properties() {
            // A value that one state holds is taken by another.
            let _taken = next.set(name, &linked.get(name));
        }
        let stands = self.plan.with_untracked(|asked| asked.link == kept.link);
        self.loaded.set_value(Some(kept));
        if stands {
            self.clear();
            self.bring_back();
        } else {
            self.desk.store.replace(next, Vec::new());
        }
    }
}

/// A file is only good for the race that its link opens.
fn checked(kept: Result<Kept, Said>) -> Result<Kept, Said> {
    let kept = kept?;
    let (linked, refusals) = State::from_query(&kept.link);
    let fits = refusals.is_empty()
        && race_link(&linked) == kept.link
        && race_seeds(&linked) == kept.heats.len();
    match fits {
        true => Ok(kept),
        false => Err(Said::new(
            "这个文件写的比赛设置，这里认不出来",
            "The settings of the race in this file aren’t known here",
        )),
    }
}

/// The tab's storage; none where the browser or a sandbox refuses it.
fn shelf() -> Option<Storage> {
    window().session_storage().ok().flatten()
}

/// A byte a character: what the storage holds is text.
fn as_text(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(*byte)).collect()
}

fn as_bytes(text: &str) -> Vec<u8> {
    text.chars().map(|c| c as u8).collect()
}

/// Starts the download of a file.
fn hand_over(file: &[u8]) -> Option<()> {
    let parts = Array::of1(&Uint8Array::from(file));
    let blob = Blob::new_with_u8_array_sequence(&parts).ok()?;
    let address = Url::create_object_url_with_blob(&blob).ok()?;
    let link = document().create_element("a").ok()?;
    link.set_attribute("href", &address).ok()?;
    link.set_attribute("download", FILE).ok()?;
    link.dyn_into::<HtmlElement>().ok()?.click();
    // Some browsers fetch it only after a while.
    let forget = move || {
        let _gone = Url::revoke_object_url(&address);
    };
    set_timeout(forget, FETCHED);
    Some(())
}

fn unsaved() -> Said {
    Said::new("浏览器没能存下文件", "The browser could not save the file")
}

fn unread() -> Said {
    Said::new("浏览器没能读出文件", "The browser could not read the file")
}
