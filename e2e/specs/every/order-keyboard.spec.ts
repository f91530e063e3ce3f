// The first screen by keyboard alone.

import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures';
import { OrderPage } from '../../order-page';

/** Presses Tab until the element with this id, or this name, has the focus. */
async function tabTo(page: Page, what: string): Promise<void> {
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null;
      return [element?.id, element?.name];
    });
    if (focused.includes(what)) return;
  }
  throw new Error(`Tab never came to ${what}`);
}

test('type, flip the switch and choose an encoding without a pointer', async ({ page }) => {
  const view = await OrderPage.open(page);
  await view.unfold();
  await tabTo(page, 'text');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('老鼠追狗');
  await tabTo(page, 'text-b');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('狗追老鼠');
  await expect(view.tokens(1)).toHaveText(['狗', '追', '老鼠']);
  await view.expectOne();

  await tabTo(page, 'positions');
  await page.keyboard.press('ArrowRight');
  await expect(view.on).toBeChecked();
  await view.expectTwo();
  await page.keyboard.press('ArrowLeft');
  await view.expectOne();

  await tabTo(page, 'scheme');
  await page.keyboard.press('End');
  await expect(view.control('scheme')).not.toHaveValue('sinusoidal');
});

test('the first Tab offers to skip the header', async ({ page }) => {
  await OrderPage.open(page);
  await page.keyboard.press('Tab');
  await expect(page.locator('.skip')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
});

test('arrow keys step a number field', async ({ page }) => {
  const view = await OrderPage.open(page);
  await view.unfold();
  await view.control('heads').focus();
  await page.keyboard.press('ArrowUp');
  await expect(view.control('heads')).toHaveValue('8');
  await view.control('d_model').focus();
  await page.keyboard.press('ArrowDown');
  await expect(view.control('d_model')).toHaveValue('16');
  await view.expectOne();
});
