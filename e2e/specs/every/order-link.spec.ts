// The link holds the whole state, and a wrong value is told in a sentence.

import { expect, test } from '../../fixtures';
import { OrderPage } from '../../order-page';

test('what a visitor sets stands in the link, and the link brings it back', async ({ page, context }) => {
  const view = await OrderPage.open(page);
  await view.unfold();
  await view.first.fill('狗追老鼠');
  await view.second.fill('老鼠追狗');
  await view.control('scheme').selectOption('rope');
  await view.on.check();
  await view.control('seed').fill('11');
  await view.expectTwo();
  await expect(page).toHaveURL(/seed=11/);
  const number = await view.distance.innerText();

  const other = new OrderPage(await context.newPage());
  await (other.root as typeof page).goto(page.url());
  await expect(other.first).toHaveValue('狗追老鼠');
  await expect(other.second).toHaveValue('老鼠追狗');
  await expect(other.control('scheme')).toHaveValue('rope');
  await expect(other.on).toBeChecked();
  await expect(other.distance).toHaveText(number);
});

test('the link of a page where nothing is set is bare', async ({ page, site }) => {
  await OrderPage.open(page);
  expect(page.url()).toBe(site.root);
});

test('going back undoes a step', async ({ page }) => {
  const view = await OrderPage.open(page);
  await view.unfold();
  await view.on.check();
  await expect(page).toHaveURL(/positions=on/);
  await view.control('mask').selectOption('causal');
  await expect(page).toHaveURL(/mask=causal/);
  await page.goBack();
  await expect(view.control('mask')).toHaveValue('bidirectional');
  await expect(view.on).toBeChecked();
  await page.goBack();
  await expect(view.off).toBeChecked();
  await view.expectOne();
});

test('wrong values are told in one notice, and the page shows what it uses', async ({ page }) => {
  const view = await OrderPage.open(page, '?d_model=9999&scheme=magic&colour=red&positions=on');
  await view.unfold();
  await expect(view.notice).toHaveCount(1);
  for (const words of ['d_model 不能是 9999', '改用 32', 'scheme 不能是 magic', '没有叫 colour 的属性']) {
    await expect(view.notice).toContainText(words);
  }
  await expect(view.control('scheme')).toHaveValue('sinusoidal');
  await expect(view.on).toBeChecked();
  await view.expectTwo();
  await view.notice.getByRole('button').click();
  await expect(view.notice).toHaveCount(0);
});

test('a teacher can hide controls', async ({ page }) => {
  const view = await OrderPage.open(page, '?hide=mask,positions');
  await view.unfold();
  await expect(view.control('mask')).toHaveCount(0);
  await expect(view.on).toBeHidden();
  await expect(view.control('scheme')).toBeVisible();
});

test('the copied link is the page’s own', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const view = await OrderPage.open(page);
  await view.on.check();
  await page.locator('#copy-link').click();
  await expect(page.locator('#copy-link')).toHaveText('已复制');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/\/\?positions=on$/);
});
