// The context extension view: ways of stretching, their numbers, the link, the keyboard.

import { expect, test } from '../../fixtures';
import { FigureView } from '../../view-page';

test('each way says what it does, and how many pairs it leads where training never was', async ({ page }) => {
  const view = await FigureView.open(page, '?view=extension&lang=en&original_length=4096');
  const reading = view.root.locator('.reading');
  // 2 pi 10000^(2i/128) passes 4096 at pair 46 of 64.
  await expect(reading).toContainText('18 of 64 pairs');
  await view.root.getByRole('radio', { name: 'linear', exact: true }).check();
  await expect(reading).toContainText('No pair leaves the angles');
  await view.root.getByRole('radio', { name: 'NTK', exact: true }).check();
  await expect(reading).toContainText('17 of 64 pairs');
  await expect(page).toHaveURL(/scaling=ntk/);

  const link = page.url();
  await page.goto('about:blank');
  await page.goto(link);
  await expect(reading).toContainText('17 of 64 pairs');
});

test('the keyboard reads every line at a pair, and the table holds the numbers', async ({ page }) => {
  const view = await FigureView.open(page, '?view=extension&lang=en&scaling=linear');
  const ways = view.curves(0);
  await ways.plot.focus();
  await page.keyboard.press('End');
  await expect(ways.told).toContainText('pair 63');
  await expect(ways.told).toContainText('none 1.000');
  await expect(ways.told).toContainText('linear 0.2500');
  await page.keyboard.press('ArrowLeft');
  await expect(ways.told).toContainText('pair 62');
  await ways.table.click();
  await expect(ways.figure.locator('tbody tr')).toHaveCount(64);
  await expect(ways.figure.locator('thead th')).toHaveCount(7);
});

test('a pointer reads the nearest pair', async ({ page }) => {
  const view = await FigureView.open(page, '?view=extension&lang=en');
  const ways = view.curves(0);
  await ways.plot.scrollIntoViewIfNeeded();
  const box = (await ways.plot.boundingBox())!;
  await ways.plot.hover({ position: { x: box.width - 1, y: 20 } });
  await expect(ways.figure.locator('.fig-value')).toContainText('pair 63');
});

test('an odd head is refused at its control', async ({ page }) => {
  const view = await FigureView.open(page, '?view=extension&lang=en');
  const field = view.root.locator('#head_dim');
  await field.fill('127');
  await field.blur();
  await expect(view.root.locator('#head_dim-refusal')).toContainText('even number');
});

for (const [lang, theme] of [
  ['zh', 'light'],
  ['en', 'dark'],
]) {
  test(`no accessibility fault: ${lang}, ${theme}`, async ({ page, axe }) => {
    const view = await FigureView.open(page, `?view=extension&lang=${lang}&theme=${theme}&scaling=yarn`);
    await view.curves(0).table.click();
    await axe();
  });
}
