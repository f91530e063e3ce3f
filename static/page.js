// Starts the page. poslab.js loads the WebAssembly; its main() mounts the page into #poslab-page.
import("./poslab.js").then((poslab) => poslab.start()).catch(window.poslabFailed);
