// What the visitor's system asks for: an input method, less motion, paper.

import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures';
import { OrderPage } from '../../order-page';

test('pinyin on its way to a character is no word yet', async ({ page }) => {
  const view = await OrderPage.open(page);
  await view.first.fill('老鼠追');
  await expect(view.tokens(0)).toHaveText(['老鼠', '追']);
  await view.first.press('End');
  const keyboard = await page.context().newCDPSession(page);
  await keyboard.send('Input.imeSetComposition', { text: 'mao', selectionStart: 3, selectionEnd: 3 });
  await expect(view.first).toHaveValue('老鼠追mao');
  await view.settled();
  await expect(view.tokens(0)).toHaveText(['老鼠', '追']);
  await keyboard.send('Input.insertText', { text: '猫' });
  await expect(view.first).toHaveValue('老鼠追猫');
  await expect(view.tokens(0)).toHaveText(['老鼠', '追', '猫']);
});

/** How many elements move when they change. */
const moving = (page: Page) =>
  page.locator('.poslab *').evaluateAll((all) => {
    const moves = (element: Element) => {
      const { transitionDuration, animationName } = getComputedStyle(element);
      return /[1-9]/.test(transitionDuration) || animationName !== 'none';
    };
    return all.filter(moves).length;
  });

test('nothing moves for who wants less motion', async ({ page }) => {
  await OrderPage.open(page);
  expect(await moving(page)).toBeGreaterThan(0);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await moving(page)).toBe(0);
});

test('a dark page prints as dark ink on white paper, without what can only be clicked', async ({ page }) => {
  const view = await OrderPage.open(page, '?theme=dark');
  await expect(page.locator('.site-foot')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.site-foot')).toBeHidden();
  await expect(view.distance).toBeVisible();
  const [ink, paper] = await page.evaluate(() => {
    const { color, backgroundColor } = getComputedStyle(document.body);
    return [color, backgroundColor];
  });
  expect(Number(ink.match(/\d+/)![0])).toBeLessThan(60);
  expect(paper).toBe('rgba(0, 0, 0, 0)');
});
