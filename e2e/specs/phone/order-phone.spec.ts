// A phone: everything within the width, everything large enough for a thumb.

import { expect, test } from '../../fixtures';
import { OrderPage } from '../../order-page';

for (const query of ['', '?lang=en', '?lang=en&positions=on&scheme=rope&foo=1', '?text=supercalifragilisticexpialidociousness']) {
  test(`nothing sticks out sideways: ${query || 'as it opens'}`, async ({ page }) => {
    const view = await OrderPage.open(page, query);
    await view.unfold();
    const sticksOut = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    expect(sticksOut).toBe(0);
  });
}

test('the switch can be reached without scrolling', async ({ page }) => {
  const view = await OrderPage.open(page);
  await expect(view.on).toBeInViewport();
  await view.on.tap();
  await view.expectTwo();
});

test('what is touched is at least 40 pixels high', async ({ page }) => {
  const view = await OrderPage.open(page);
  await view.unfold();
  const small = await page.evaluate(() => {
    const touched = document.querySelectorAll<HTMLElement>('button, select, summary, input:not([type=checkbox]), label:has(input), a[href]');
    return [...touched]
      .filter((element) => element.checkVisibility() && !element.classList.contains('skip'))
      .filter((element) => element.getBoundingClientRect().height < 40)
      .map((element) => element.outerHTML.slice(0, 120));
  });
  expect(small).toEqual([]);
});
