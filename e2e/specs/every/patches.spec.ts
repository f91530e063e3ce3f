// The image patches view: a patch is chosen by pointer, by keyboard, in a map, and by the link.

import { expect, test } from '../../fixtures';
import { FigureView } from '../../view-page';

test('four encodings show what is near the chosen patch', async ({ page }) => {
  const view = await FigureView.open(page, '?view=patches&lang=en');
  await expect(view.maps).toHaveCount(4);
  await expect(view.root.locator('.reading')).toHaveText(/Row 2, column 3: .*position 10/);
  const picture = page.locator('.patches-picture');
  await picture.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await expect(view.root.locator('.reading')).toContainText('Row 3, column 8');
  await expect(page).toHaveURL(/at=23/);

  // To a rotation nothing is nearer to the chosen patch than itself.
  const rope = view.maps.nth(2);
  await rope.focus();
  for (const key of ['Home', 'PageUp', 'ArrowDown', 'ArrowDown', 'End']) await page.keyboard.press(key);
  await page.keyboard.press('Enter');
  const told = view.root.locator('.near').nth(2).locator('.heat [role=status]');
  await expect(told).toHaveText(/row 3, column 8: \d/);
  const [own] = (await told.textContent())!.match(/[\d.]+$/)!;
  const summary = page.locator(`#${await rope.getAttribute('aria-describedby')}`);
  await expect(summary).toContainText(`largest ${own} (row 3, column 8)`);
});

test('a pointer looks at a patch, a click keeps it, and the link brings it back', async ({ page }) => {
  const view = await FigureView.open(page, '?view=patches&lang=en&grid=4');
  const picture = page.locator('.patches-picture');
  const box = (await picture.boundingBox())!;
  await picture.click({ position: { x: box.width * 0.9, y: box.height * 0.1 } });
  await expect(view.root.locator('.reading')).toContainText('Row 1, column 4');
  await expect(page).toHaveURL(/at=3/);
  const link = page.url();
  await page.goto('about:blank');
  await page.goto(link);
  await expect(view.root.locator('.reading')).toContainText('Row 1, column 4');
});

test('an own picture is shown and never leaves the browser', async ({ page }) => {
  const view = await FigureView.open(page, '?view=patches&lang=en');
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  await page.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') });
  await expect(page.locator('.patches-picture img')).toHaveAttribute('src', /^blob:/);
  await view.root.getByRole('button', { name: 'Back to the sample' }).click();
  await expect(page.locator('.patches-picture img')).toHaveCount(0);
  await page.locator('input[type=file]').setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
  await expect(page.getByText('can’t show this file')).toBeVisible();
});

for (const [lang, theme] of [
  ['zh', 'light'],
  ['en', 'dark'],
]) {
  test(`no accessibility fault: ${lang}, ${theme}`, async ({ page, axe }) => {
    const view = await FigureView.open(page, `?view=patches&lang=${lang}&theme=${theme}`);
    await expect(view.maps).toHaveCount(4);
    await axe();
  });
}
