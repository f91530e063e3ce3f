//! Mounts the site's page where a document asks for it; elsewhere the module only serves the JavaScript API.

fn main() {
    #[cfg(target_arch = "wasm32")]
    mount();
}

/// Mounts the page into `#poslab-page`, where there is one: Node and course pages have none.
#[cfg(target_arch = "wasm32")]
fn mount() {
    use wasm_bindgen::JsCast;
    console_error_panic_hook::set_once();
    let document = web_sys::window().and_then(|window| window.document());
    let root = document.and_then(|document| document.get_element_by_id("poslab-page"));
    if let Some(Ok(root)) = root.map(JsCast::dyn_into) {
        poslab::page::mount_page(root);
    }
}
