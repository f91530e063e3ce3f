// A lab in a small place: the fixed frame of a learning platform, and a narrow column.

import { expect, test } from '../../fixtures';
import { OrderPage } from '../../order-page';

for (const [width, height] of [
  [640, 420],
  [320, 480],
]) {
  test(`the number and the switch show in ${width} x ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto('./embed.html?view=order');
    const view = new OrderPage(page);
    await view.expectOne();
    await expect(view.distance).toBeInViewport();
    await expect(page.locator('.switch')).toBeInViewport({ ratio: 1 });
    const sticksOut = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(sticksOut).toBe(0);
  });
}
