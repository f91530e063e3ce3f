// Keeps the budget honest: `cargo xtask build` weighs the files of xtask/first-visit.txt, and this
// holds the list against what the page really asks for, with a GPU and without.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, open, test } from '../../fixtures';
import { OPENING } from '../../order-page';

/** Each line, and the files of which a visitor loads one. */
const list = readFileSync(join(import.meta.dirname, '../../../xtask/first-visit.txt'), 'utf8')
  .split('\n')
  .map((line) => line.trim())
  .filter((line) => line && !line.startsWith('#'))
  .map((line) => line.split('|').map((name) => name.trim()));

for (const [backend, own] of [
  ['gpu', 'poslab-gpu.wasm'],
  ['cpu', 'poslab-cpu.wasm'],
]) {
  test(`the first visit loads the files of xtask/first-visit.txt: ${backend}`, async ({ page, site }) => {
    const loaded = new Set<string>();
    page.on('request', (request) => {
      const { href, pathname } = new URL(request.url());
      if (href.startsWith(site.root)) loaded.add(pathname.slice(1) || 'index.html');
    });
    await open(page, `./?backend=${backend}`);
    await expect(page.locator('#distance')).toHaveText(/\d/, OPENING);

    expect([...loaded].filter((file) => !list.flat().includes(file)), 'loaded, but not listed').toEqual([]);
    expect(loaded).toContain(own);
    // The icon belongs to the window: the browser may ask for it later, or not at all.
    const certain = list.filter((names) => !names.includes('icon.svg'));
    const missed = certain.filter((names) => names.filter((name) => loaded.has(name)).length !== 1);
    expect(missed, 'listed, but not loaded').toEqual([]);
  });
}
