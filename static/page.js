// Starts the page. poslab.js loads the WebAssembly, whose main() mounts the page into #poslab-page.
const failed = window.poslabFailed;

// A WebAssembly module that trapped is dead: the visitor should know, and not wonder.
addEventListener("error", ({ error }) => {
  if (error instanceof WebAssembly.RuntimeError) failed(error);
});

import("./poslab.js").then((poslab) => poslab.start()).catch(failed);
