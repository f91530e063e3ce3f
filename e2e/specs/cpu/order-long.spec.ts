// A long run on the CPU: it is told, the page stays alive, and it can be stopped.

import { expect, test } from '../../fixtures';
import { OrderPage } from '../../order-page';

const many = Array.from({ length: 1_500 }, (_, i) => i % 1_000).join(' ');

test('a long run says what it does and can be stopped', async ({ page }) => {
  const view = await OrderPage.open(page, '?tokenizer=ids&vocabulary=1000');
  await view.unfold();
  await view.control('d_model').fill('512');
  await view.control('layers').fill('6');
  await view.settled();
  await view.first.fill(many);
  const progress = page.locator('.progress');
  await expect(progress).toContainText('每个词元 512 个数，要过 6 层');
  await progress.getByRole('button', { name: '停下' }).click();
  await expect(progress).toContainText('已经停下');
  await expect(view.first).toHaveValue(many);

  await view.first.fill('300 2 421 100');
  await view.expectOne();
  await expect(progress).toHaveCount(0);
});

test('of a long text every head and layer can be looked at, one at a time', async ({ page }) => {
  const view = await OrderPage.open(page, '?tokenizer=ids&vocabulary=1000&d_model=16&heads=4&layers=2');
  await view.first.fill(many.split(' ').slice(0, 600).join(' '));
  await view.settled();
  // Figures load once they come on the screen.
  await page.locator('.figures').scrollIntoViewIfNeeded();
  const maps = page.locator('.maps');
  await expect(maps.locator('.fig-title').nth(1)).toHaveText('第一句 · 第 1 层 · 头 1', { timeout: 20_000 });
  await maps.getByRole('button', { name: '头 3', exact: true }).click();
  await expect(maps.locator('.fig-title').nth(1)).toHaveText('第一句 · 第 1 层 · 头 3', { timeout: 20_000 });
  await maps.getByRole('button', { name: '第 2 层' }).click();
  await expect(maps.locator('.fig-title').nth(1)).toHaveText('第一句 · 第 2 层 · 头 3', { timeout: 20_000 });
  await expect(maps.locator('canvas')).toHaveCount(2);
});
