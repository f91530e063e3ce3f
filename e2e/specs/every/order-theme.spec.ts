// Light and dark: the system's at first, then whichever the visitor or the link says.

import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures';
import { OrderPage } from '../../order-page';

/** How light the page's paper is, 0 to 255. */
const paper = (page: Page) =>
  page.evaluate(() => {
    const [red] = getComputedStyle(document.body).backgroundColor.match(/\d+/g)!;
    return Number(red);
  });

test.describe('a dark system', () => {
  test.use({ colorScheme: 'dark' });

  test('gets a dark page, and a light one where the link says so', async ({ page }) => {
    await OrderPage.open(page);
    expect(await paper(page)).toBeLessThan(60);
    await OrderPage.open(page, '?theme=light');
    expect(await paper(page)).toBeGreaterThan(200);
  });
});

test('the page follows the system while it is open', async ({ page }) => {
  await OrderPage.open(page);
  expect(await paper(page)).toBeGreaterThan(200);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await paper(page)).toBeLessThan(60);
});

test('the button goes round: as the system, light, dark', async ({ page }) => {
  const view = await OrderPage.open(page);
  await view.theme.click();
  await view.theme.click();
  await expect(page).toHaveURL(/theme=dark/);
  expect(await paper(page)).toBeLessThan(60);
  await view.theme.click();
  await expect(page).not.toHaveURL(/theme/);
  expect(await paper(page)).toBeGreaterThan(200);
});
