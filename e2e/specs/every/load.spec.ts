// What must hold for every visitor, whatever the page shows. That the page logs nothing and asks
// no other host is checked by the fixtures, in every test.

import { expect, open, test } from '../../fixtures';

test('the page loads and says what it is', async ({ page, shot }) => {
  await open(page);
  await expect(page).toHaveTitle(/\S/);
  await expect(page.locator('html')).toHaveAttribute('lang', /^(zh|en)/);
  await expect(page.locator('body')).not.toBeEmpty();
  await shot('first-screen');
});

test('the page loads under a sub-path', async ({ page, site }) => {
  await open(page, site.sub);
  await expect(page).toHaveTitle(/\S/);
});

test('the page has no accessibility faults', async ({ page, axe }) => {
  await open(page);
  await axe();
});
