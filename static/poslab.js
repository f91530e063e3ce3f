// PosLab for course pages, notebooks and scripts: the API (load), and the element <pos-lab>.
// An ES module without dependencies, in browsers and in Node 20 or later; types and documentation: poslab.d.ts.
//
// All labs and elements of a page share one WebAssembly instance, and one device for each backend.

import initialise, { LabCore, Question, mount, property_names, schemes } from "./poslab-app.js";

const inBrowser = typeof window !== "undefined" && typeof document !== "undefined";

let starting;

/** Loads the WebAssembly, once. On the site's own page this also mounts the page. */
export function start() {
  starting ??= instantiate().catch((error) => {
    // A failed download may be tried again.
    starting = undefined;
    throw error;
  });
  return starting;
}

async function instantiate() {
  if (inBrowser) return initialise();
  // Node's fetch reads no files. The name stands in a variable so that bundlers for browsers leave it alone.
  const files = "node:fs/promises";
  const { readFile } = await import(/* webpackIgnore: true */ /* @vite-ignore */ files);
  const bytes = await readFile(new URL("./poslab-app_bg.wasm", import.meta.url));
  return initialise({ module_or_path: bytes });
}

/** The site's style sheets, for shadow roots. */
const sheets = [];
let dressing;

/** Reads the style sheets, once. A lab without them works, and looks plain. */
function dressed() {
  dressing ??= readSheets().catch((error) => {
    dressing = undefined;
    console.warn(error);
  });
  return dressing;
}

async function readSheets() {
  if (!inBrowser) return;
  const files = [new URL("./style.css", import.meta.url), new URL("./figures.css", import.meta.url)];
  const texts = await Promise.all(
    files.map(async (file) => {
      const response = await fetch(file);
      if (!response.ok) throw new Error(`${file}: HTTP ${response.status}`);
      return response.text();
    }),
  );
  texts.forEach((text, at) => {
    sheets[at] ??= new CSSStyleSheet();
    sheets[at].replaceSync(text);
  });
}

/** Opens a lab. */
export async function load({ backend = "auto" } = {}) {
  await Promise.all([start(), dressed()]);
  return new Lab(await LabCore.open(String(backend)), String(backend));
}

class Lab {
  #core;
  #backend;
  #mounted = new Set();

  constructor(core, backend) {
    this.#core = core;
    this.#backend = backend;
  }

  get backend() {
    return this.#core.backend;
  }

  get adapter() {
    return this.#core.adapter;
  }

  schemes() {
    return schemes();
  }

  async encode(request) {
    return this.#core.ask(Question.Encode, request, language());
  }

  async attend(request) {
    return this.#core.ask(Question.Attend, request, language());
  }

  async forward(request) {
    return this.#core.ask(Question.Forward, request, language());
  }

  async bench(request) {
    return this.#core.ask(Question.Bench, request, language());
  }

  async diagnose() {
    return this.#core.ask(Question.Diagnose, null, language());
  }

  async train(request, on, signal) {
    signal?.throwIfAborted();
    const trained = await this.#core.train(request, on, signal);
    if (trained === undefined) signal.throwIfAborted();
    return trained;
  }

  mount(element, config = {}) {
    const view = show(element, settings({ backend: this.#backend, ...config }));
    this.#mounted.add(view);
    return {
      update: (changes) => view.update(settings(changes)),
      unmount: () => {
        this.#mounted.delete(view);
        view.unmount();
      },
    };
  }

  destroy() {
    for (const view of this.#mounted) view.unmount();
    this.#mounted.clear();
    this.#core.destroy();
  }
}

/** The language in which words are split, where nothing says another. */
function language() {
  const own = globalThis.navigator?.language ?? "zh";
  return own.startsWith("zh") ? "zh" : "en";
}

/** Settings as texts, as they stand in a link; null puts a property back to its default. */
function settings(config) {
  const text = ([name, value]) => [name, value == null ? null : String(value)];
  return Object.fromEntries(Object.entries(config ?? {}).map(text));
}

/** Mounts a view; its events are dispatched on the element, bubbling and across shadow roots. */
function show(element, config, listen = () => {}) {
  return mount(element, sheets, config, (type, detail) => {
    listen(type, detail);
    element.dispatchEvent(
      new CustomEvent(`poslab-${type}`, { detail, bubbles: true, composed: true }),
    );
  });
}

/** How far below or above the screen an element starts. */
const NEAR = "600px";
/** What keeps an element's place until its view stands there. */
const PLACEHOLDER = "<style>:host { display: block; min-height: 420px }</style>";

/** Names that mean something on any element, such as `title`, in lower case as HTML writes them. */
function isGlobal(name) {
  if (/^(class|is|on.*|data-.*|aria-.*|_.*|.*:.*)$/.test(name)) return true;
  for (const key in HTMLElement.prototype) if (key.toLowerCase() === name) return true;
  return false;
}

/** An attribute as the property table reads it: `lang` may be any tag of a language that PosLab speaks. */
function attribute(name, value) {
  const tag = name === "lang" && value?.toLowerCase().match(/^(zh|en)(-|$)/);
  return tag ? tag[1] : value;
}

// Where there are no elements, as on a server, the module must still load.
const Element = typeof HTMLElement === "undefined" ? class {} : HTMLElement;

/** <pos-lab>: a view whose attributes are the property table. It starts when it is scrolled near. */
class PosLab extends Element {
  #view;
  #state;
  #near;
  #attributes;

  connectedCallback() {
    if (!this.shadowRoot) this.attachShadow({ mode: "open" }).innerHTML = PLACEHOLDER;
    if (!this.#attributes) {
      this.#attributes = new MutationObserver((records) =>
        this.#change(records.map((record) => record.attributeName)),
      );
      this.#attributes.observe(this, { attributes: true });
    }
    if (this.#view || this.#near) return;
    this.#near = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && this.#start(),
      { rootMargin: NEAR },
    );
    this.#near.observe(this);
  }

  disconnectedCallback() {
    // An element that is only moved is back before this runs.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#near?.disconnect();
      this.#near = undefined;
      this.#view?.unmount();
      this.#view = undefined;
    });
  }

  async #start() {
    this.#near?.disconnect();
    this.#near = undefined;
    try {
      await Promise.all([start(), dressed()]);
      if (!this.isConnected || this.#view) return;
      // After a reconnection what the visitor set is still there.
      const config = this.#state ?? this.#read(this.getAttributeNames());
      this.#view = show(this, config, (type, detail) => {
        if (type !== "error") this.#state = detail;
      });
    } catch (error) {
      this.#fail(error);
    }
  }

  #change(names) {
    // Ahead of the start nothing was read yet.
    if (!this.#view && !this.#state) return;
    const changed = this.#read(names);
    if (this.#view) this.#view.update(changed);
    else Object.assign(this.#state, changed);
  }

  /** The properties among these attributes, and what is neither a property nor known to HTML, which the view refuses. */
  #read(names) {
    const known = new Set(property_names());
    const ours = names.filter((name) => known.has(name) || !isGlobal(name));
    return settings(
      Object.fromEntries(ours.map((name) => [name, attribute(name, this.getAttribute(name))])),
    );
  }

  #fail(error) {
    const chinese = language() === "zh";
    this.shadowRoot.innerHTML = PLACEHOLDER;
    const text = document.createElement("p");
    text.setAttribute("role", "alert");
    text.textContent = chinese
      ? `图没能启动，请刷新再试。（${error.message}）`
      : `The figure could not start. Please reload the page. (${error.message})`;
    this.shadowRoot.append(text);
    const detail = { message: error.message };
    this.dispatchEvent(
      new CustomEvent("poslab-error", { detail, bubbles: true, composed: true }),
    );
  }
}

if (inBrowser && globalThis.customElements && !customElements.get("pos-lab")) {
  customElements.define("pos-lab", PosLab);
}
