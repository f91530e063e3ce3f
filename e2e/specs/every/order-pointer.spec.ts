// The first screen by pointer: two sentences, one switch, one number.

import { expect, test } from '../../fixtures';
import { OrderPage } from '../../order-page';

test('without positions the two sentences are one, with positions they are two', async ({ page }) => {
  const view = await OrderPage.open(page);
  await expect(view.first).toHaveValue('猫追老鼠');
  await expect(view.second).toHaveValue('老鼠追猫');
  await view.expectOne();
  const blind = await view.reading.innerText();

  await page.locator('label', { hasText: '加上位置' }).click();
  await view.expectTwo();
  await expect(view.reading).not.toHaveText(blind);

  await page.locator('label', { hasText: '不加位置' }).click();
  await view.expectOne();
  await expect(view.reading).toHaveText(blind);
});

test('the tolerance under which a distance counts as zero is shown', async ({ page }) => {
  await OrderPage.open(page);
  await expect(page.locator('.distance .small')).toHaveText(/不超过 5\.7×10⁻⁵ 就算 0/);
});

test('other words are told apart without positions, and the sentence says why', async ({ page }) => {
  const view = await OrderPage.open(page);
  await view.second.fill('老鼠追狗');
  await view.expectTwo();
  await expect(view.reading).toHaveText(/词/);
  await expect(view.tokens(1)).toHaveText(['老鼠', '追', '狗']);
});

test('a causal mask tells the order by itself, and the page says so', async ({ page }) => {
  const view = await OrderPage.open(page);
  await view.unfold();
  await view.control('mask').selectOption('causal');
  await view.expectTwo();
  await expect(view.reading).toHaveText(/因果遮挡/);
});

test('every encoding tells the two apart, and none does not', async ({ page }) => {
  const view = await OrderPage.open(page, '?positions=on');
  await view.unfold();
  for (const scheme of ['rope', 'sinusoidal']) {
    await view.control('scheme').selectOption(scheme);
    await view.expectTwo();
  }
  await view.control('scheme').selectOption('none');
  await view.expectOne();
});

test('an encoding that is added nowhere changes nothing', async ({ page }) => {
  const view = await OrderPage.open(page, '?positions=on');
  await view.unfold();
  await view.expectTwo();
  await view.control('add').selectOption('nowhere');
  await view.expectOne();
});
