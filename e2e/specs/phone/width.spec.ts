// A phone shows the whole width of the page: nothing sticks out sideways.

import { FiguresPage } from '../../figures-page';
import { expect, open, test } from '../../fixtures';

test('the page is as wide as the phone', async ({ page }) => {
  await open(page);
  await FiguresPage.open(page);
  const sticksOut = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(sticksOut).toBe(0);
});
