// Before the page has started, and where it never does.

import { expect, test } from '../../fixtures';
import { OrderPage } from '../../order-page';

const wasm = '**/poslab-app_bg.wasm';

test('the heading and the sentences stand there before the WebAssembly does', async ({ page }) => {
  let go = () => {};
  const held = new Promise<void>((resolve) => (go = resolve));
  await page.route(wasm, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('./', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('没有位置，注意力分得清谁追谁吗？');
  await expect(page.locator('input[value="猫追老鼠"]')).toBeVisible();
  await expect(page.getByText('cat chases mouse')).toBeHidden();
  go();
  await new OrderPage(page).expectOne();
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
});

test('a page that can’t load says so', async ({ page, problems }) => {
  problems.allow(/poslab-app_bg\.wasm|ERR_FAILED|Failed to (load|fetch)/);
  await page.route(wasm, (route) => route.abort());
  await page.goto('./');
  await expect(page.getByRole('alert')).toContainText('请刷新一次');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the page says what it needs, in both languages', async ({ page, problems }) => {
    // What is preloaded for the page can't load where scripts are forbidden.
    problems.allow(/request failed: \S+poslab-app\.js \(csp\)/);
    await page.goto('./');
    await expect(page.locator('noscript p[lang=zh-Hans]')).toBeVisible();
    await expect(page.locator('noscript p[lang=en]')).toBeVisible();
  });
});
