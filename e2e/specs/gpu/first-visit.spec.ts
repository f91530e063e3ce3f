// Keeps the budget honest: `cargo xtask build` weighs the files of xtask/first-visit.txt, and this
// holds the list against what the page really asks for.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, open, test } from '../../fixtures';

const list = readFileSync(join(import.meta.dirname, '../../../xtask/first-visit.txt'), 'utf8')
  .split('\n')
  .map((line) => line.trim())
  .filter((line) => line && !line.startsWith('#'));

test('the first visit loads the files of xtask/first-visit.txt', async ({ page, site }) => {
  const loaded = new Set<string>();
  page.on('request', (request) => {
    const { href, pathname } = new URL(request.url());
    if (href.startsWith(site.root)) loaded.add(pathname.slice(1) || 'index.html');
  });
  await open(page);

  const listed = (file: string) =>
    list.some((name) =>
      name.endsWith('*') ? file.startsWith(name.slice(0, -1)) : file === name,
    );
  expect([...loaded].filter((file) => !listed(file)), 'loaded, but not listed').toEqual([]);
  // The icon belongs to the window: the browser may ask for it later, or not at all.
  const exact = list.filter((name) => !name.endsWith('*') && name !== 'icon.svg');
  expect(exact.filter((name) => !loaded.has(name)), 'listed, but not loaded').toEqual([]);
});
