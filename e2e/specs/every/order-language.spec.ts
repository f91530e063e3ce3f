// Two languages: the browser's at first, then whichever the visitor or the link says.

import { expect, test } from '../../fixtures';
import { OrderPage } from '../../order-page';

test.describe('an English browser', () => {
  test.use({ locale: 'en-GB' });

  test('gets English, with an English example', async ({ page }) => {
    const view = await OrderPage.open(page);
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/who chases whom/);
    await expect(view.first).toHaveValue('cat chases mouse');
    await expect(view.tokens(1)).toHaveText(['mouse', 'chases', 'cat']);
    await view.expectOne();
  });

  test('gets Chinese where the link says so', async ({ page }) => {
    const view = await OrderPage.open(page, '?lang=zh');
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans');
    await expect(view.first).toHaveValue('猫追老鼠');
  });
});

test('the switch changes every word at once and stays in the link', async ({ page }) => {
  const view = await OrderPage.open(page, '?positions=on');
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans');
  await view.language.click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page).toHaveTitle(/what position does/);
  await expect(page).toHaveURL(/lang=en/);
  // Nothing Chinese is left, but the button that leads back.
  const left = await page.locator('body').evaluate((body) => {
    const back = body.querySelector('#language');
    back?.setAttribute('hidden', '');
    const text = (body as HTMLElement).innerText.match(/\p{Script=Han}+/gu);
    back?.removeAttribute('hidden');
    return text;
  });
  expect(left).toBeNull();

  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/who chases whom/);
});

test('what was typed stays when the language changes', async ({ page }) => {
  const view = await OrderPage.open(page);
  await view.first.fill('狗追猫');
  await view.language.click();
  await expect(view.first).toHaveValue('狗追猫');
  await expect(view.second).toHaveValue('mouse chases cat');
});
