// One <pos-lab> that fills the frame. Its attributes are the frame's query; its events, and its height, go to the
// parent page as messages { source: "poslab", type, detail }.
//
// The parent is told by "*" since a sandboxed frame has no origin, and since nothing secret is said. Whoever loads first
// says hello; the other answers, so neither depends on the other's start.

const say = (message, to = window.parent) => {
  if (to !== window) to.postMessage(message, "*");
};
const tell = (type, detail, to) => say({ source: "poslab", type, detail }, to);

const lab = document.createElement("pos-lab");
for (const [name, value] of new URLSearchParams(location.search)) {
  // A name that no attribute can have, such as "1=", is nobody's property.
  if (/^[a-z][\w-]*$/i.test(name)) lab.setAttribute(name, value);
}

const height = () => Math.ceil(lab.getBoundingClientRect().height);
const tellHeight = (to) => {
  tell("height", height(), to);
  // What learning platforms listen to.
  say({ subject: "lti.frameResize", height: height() }, to);
};

for (const type of ["ready", "change", "answer", "error"]) {
  lab.addEventListener(`poslab-${type}`, (event) => tell(type, event.detail));
}

addEventListener("message", ({ data, source }) => {
  if (source !== window.parent || data?.target !== "poslab") return;
  if (data.type === "hello") {
    tell("hello", { height: height() }, source);
    tellHeight(source);
  }
  if (data.type === "set") {
    for (const [name, value] of Object.entries(data.detail ?? {})) lab.setAttribute(name, String(value));
  }
});

document.body.append(lab);
new ResizeObserver(() => tellHeight()).observe(lab);
tell("hello", { height: height() });

// A WebAssembly module that trapped is dead: the visitor should know, and not wonder.
addEventListener("error", ({ error }) => {
  if (error instanceof WebAssembly.RuntimeError) window.poslabFailed();
});

import("./poslab.js").catch(window.poslabFailed);
