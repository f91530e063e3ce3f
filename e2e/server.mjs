// Serves the built site to the browser tests the way static hosts do:
//   /                       dist/
//   /course/unit-1/poslab/  dist/ again, under a sub-path
//   /pages/                 course pages that embed the figure (e2e/pages)
// Every file allows any origin, as a sandboxed frame needs. Chooses a free port and prints it.

import { createServer } from 'node:http';
import { readFile, stat } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const dist = join(here, '..', 'dist');
const mounts = [
  ['/course/unit-1/poslab/', dist],
  ['/pages/', join(here, 'pages')],
  ['/', dist],
];
const types = {
  '.css': 'text/css; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ts': 'text/plain; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.wgsl': 'text/plain; charset=utf-8',
};

/** The file that a path of the site stands for, or a folder's address without its last slash. */
async function locate(path) {
  for (const [mount, folder] of mounts) {
    if (path + '/' === mount) return { redirect: mount };
    if (!path.startsWith(mount)) continue;
    const file = normalize(join(folder, path.slice(mount.length)));
    if (file !== folder && !file.startsWith(folder + sep)) return null;
    const found = await stat(file).catch(() => null);
    if (found?.isFile()) return { file };
    if (found?.isDirectory()) {
      return path.endsWith('/') ? { file: join(file, 'index.html') } : { redirect: path + '/' };
    }
    return null;
  }
  return null;
}

const server = createServer(async (request, response) => {
  const url = new URL(request.url, 'http://localhost');
  const headers = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-cache' };
  try {
    const found = await locate(decodeURIComponent(url.pathname));
    if (found?.redirect) {
      response.writeHead(301, { ...headers, Location: found.redirect + url.search }).end();
      return;
    }
    const body = found && (await readFile(found.file));
    if (!body) throw new Error('no such file');
    headers['Content-Type'] = types[extname(found.file)] ?? 'application/octet-stream';
    response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : body);
  } catch {
    response.writeHead(404, { ...headers, 'Content-Type': 'text/plain; charset=utf-8' });
    response.end(`Nothing here: ${url.pathname}\n`);
  }
});

server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`serving on port ${server.address().port}`);
});
