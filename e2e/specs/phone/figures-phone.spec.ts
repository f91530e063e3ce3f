// The figures under a thumb: a tap reads a cell and opens its arithmetic, and nothing sticks out sideways.

import { FiguresPage } from '../../figures-page';
import { expect, test } from '../../fixtures';
import { OrderPage } from '../../order-page';

test('a tap reads a cell and opens its arithmetic', async ({ page }) => {
  await OrderPage.open(page);
  const figures = await FiguresPage.open(page);
  const side = figures.side(1);
  const first = side.locator('.maps-panel').first();
  await first.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await first.boundingBox())!;
  // The middle of the last of nine cells.
  await page.touchscreen.tap(x + (width * 5) / 6, y + (height * 5) / 6);
  await expect(figures.told(side)).toHaveText(/头 1，猫 看 猫：0\.\d+/);
  await expect(figures.inspect).toBeInViewport();
  await expect(figures.inspect.locator('h3')).toHaveText(/第二句.*猫 看 猫/);
});

test('opened figures are as wide as the phone', async ({ page }) => {
  await OrderPage.open(page, '?d_model=512&heads=16&layers=2');
  const figures = await FiguresPage.open(page);
  await figures.encoding.getByRole('button', { name: '用表格看' }).click();
  await figures.pipeline.getByRole('button', { name: '分数' }).first().click();
  await figures.side(0).locator('.maps-field').focus();
  await page.keyboard.press('Enter');
  await expect(figures.inspect).toBeVisible();
  const sticksOut = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(sticksOut).toBe(0);
});
