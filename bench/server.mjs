// A static server for the three folders of a bench page. Cross-origin isolated, so that the peers' wasm threads start.

import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".json": "application/json" };

const ISOLATED = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cache-Control": "no-store",
};

/** The file that a URL names under `roots` ({ "/prefix/": folder }), or nothing. */
function fileOf(roots, url) {
  const path = normalize(decodeURIComponent(new URL(url, "http://localhost").pathname));
  const prefix = Object.keys(roots).find((prefix) => path.startsWith(prefix));
  return prefix && join(roots[prefix], path.slice(prefix.length));
}

/** Serves `roots` on a free port (or `port`) of this machine. Resolves to { origin, close }. */
export async function serve(roots, port = 0) {
  const server = createServer(async (request, response) => {
    const file = fileOf(roots, request.url);
    const found = file && (await stat(file).catch(() => null));
    if (!found?.isFile()) return response.writeHead(404, ISOLATED).end();
    response.writeHead(200, { ...ISOLATED, "Content-Type": TYPES[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
  });
  await new Promise((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
  const close = () => new Promise((resolve) => (server.close(resolve), server.closeAllConnections()));
  return { origin: `http://127.0.0.1:${server.address().port}`, close };
}
