// No accessibility fault in either language, in either theme, with every group open.

import { FiguresPage } from '../../figures-page';
import { expect, test } from '../../fixtures';
import { OrderPage } from '../../order-page';

for (const lang of ['zh', 'en']) {
  for (const theme of ['light', 'dark']) {
    for (const positions of ['off', 'on']) {
      test(`no fault: ${lang}, ${theme}, positions ${positions}`, async ({ page, axe }) => {
        const query = `?lang=${lang}&theme=${theme}&positions=${positions}&foo=1`;
        const view = await OrderPage.open(page, query);
        await FiguresPage.open(page);
        await view.unfold();
        await axe();
      });
    }
  }
}

test('headings go down one level at a time', async ({ page }) => {
  await OrderPage.open(page);
  await FiguresPage.open(page);
  const levels = await page.locator('h1, h2, h3, h4').evaluateAll((headings) =>
    headings.map((heading) => Number(heading.tagName[1])),
  );
  expect(levels[0]).toBe(1);
  expect(levels.filter((level) => level === 1)).toHaveLength(1);
  levels.forEach((level, i) => {
    if (i > 0) expect(level - levels[i - 1]).toBeLessThanOrEqual(1);
  });
});

test('a screen reader hears the number with its sentence', async ({ page }) => {
  const view = await OrderPage.open(page);
  const said = page.locator('.bench > [role=status]');
  await expect(said).toContainText('两句话的差距');
  await expect(said).toContainText('0.0000');
  await view.on.check();
  await view.expectTwo();
  await expect(said).toContainText(await view.distance.innerText());
});
