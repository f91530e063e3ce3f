// Stub: loads the page's wasm in the browser and in Node.
import init from './poslab-app.js';

/** Resolves when the wasm is ready. */
export async function ready() {
  if (typeof document !== 'undefined') return init();
  const { readFile } = await import('node:fs/promises');
  return init({ module_or_path: await readFile(new URL('./poslab-app_bg.wasm', import.meta.url)) });
}

if (typeof document !== 'undefined') await ready();
