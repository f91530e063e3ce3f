// The guide: answers, the experiments that they link to, and the way back.

import { ComparePage } from '../../compare-page';
import { expect, test } from '../../fixtures';
import { OPENING, OrderPage } from '../../order-page';

test('an answer is explained, and its experiment shows what it says', async ({ page }) => {
  await page.goto('./?view=guide');
  await page.getByLabel('BERT 这类编码器').check();
  await expect(page).toHaveURL(/guide=both/);
  const explained = page.locator('.explained');
  await expect(explained).toContainText('可以排除：不加位置、线性偏置（ALiBi）');
  await explained.getByRole('link', { name: '差距仍是 0.0000' }).click();
  const order = new OrderPage(page);
  await order.expectOne();
  await expect(order.on).toBeChecked();
  await expect(order.control('scheme')).toHaveValue('alibi');
  // The address follows within a quarter of a second.
  await expect(page).toHaveURL(/scheme=alibi/);
  await page.goBack();
  await expect(page.getByLabel('BERT 这类编码器')).toBeChecked();
  await explained.getByRole('link', { name: 'T5 的桶' }).click();
  await order.expectTwo();
});

test('what the answers leave stands side by side at a click', async ({ page }) => {
  await page.goto('./?view=guide');
  await expect(page.locator('.verdict')).toContainText('选了答案');
  await page.getByLabel('隔几个词').focus();
  await page.keyboard.press('Space');
  await page.getByLabel('BERT 这类编码器').check();
  await page.getByLabel('会，也许长出几倍').check();
  const left = page.locator('.left li');
  await expect(left.first()).toBeVisible();
  await expect(page.locator('.left')).not.toContainText('ALiBi');
  await expect(page.locator('.verdict')).toContainText('可学习的位置表，因为');
  await page.locator('.go a').click();
  const view = new ComparePage(page);
  await expect(view.number(1)).toHaveText(/%/, OPENING);
  expect(await view.schemes()).toHaveLength(6);
  await page.goBack();
  await page.getByRole('button', { name: '收回这个答案' }).first().click();
  await expect(page).not.toHaveURL(/both/);
});

test('a link of the guide opens in another tab with the same state', async ({ page, context }) => {
  await page.goto('./?view=guide&guide=near&lang=en');
  const address = await page.locator('.experiments a').first().getAttribute('href');
  const other = await context.newPage();
  await other.goto(`./${address}`);
  const view = new ComparePage(other);
  await expect(view.number(1)).toHaveText(/%/, OPENING);
  expect(await view.schemes()).toEqual(['none', 'alibi', 'distance_decay']);
  await expect(other.locator('#text')).toHaveValue(/black cat/);
});

test('an unknown answer in the link is refused with its sentence', async ({ page }) => {
  await page.goto('./?view=guide&guide=sideways');
  const notice = page.locator('.notice').filter({ visible: true });
  await expect(notice).toContainText('guide 不能是 sideways：没有这个答案');
});

for (const lang of ['zh', 'en']) {
  for (const theme of ['light', 'dark']) {
    test(`no accessibility fault: ${lang}, ${theme}`, async ({ page, axe, shot }) => {
      await page.goto(`./?view=guide&guide=causal,stretch,marks,near&lang=${lang}&theme=${theme}`);
      await expect(page.locator('.explained')).toHaveCount(4);
      await axe();
      await shot(`guide-${lang}-${theme}`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    });
  }
}

test('in an element, answers stay in that element', async ({ page, site }) => {
  await page.goto(`${site.root}pages/plain.html`);
  await page.addScriptTag({ type: 'module', url: `${site.root}poslab.js` });
  await page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<pos-lab view="guide" lang="en"></pos-lab>');
  });
  const lab = page.locator('pos-lab');
  await lab.getByLabel('such as BERT').check();
  await lab.locator('.experiments a').first().click();
  await new OrderPage(lab).expectOne();
  expect(new URL(page.url()).search).toBe('');
});

test('going back leads to the last answer, however fast one left', async ({ page }) => {
  await page.goto('./?view=guide');
  await expect(page.getByLabel('BERT 这类编码器')).toBeVisible();
  await page.evaluate(async () => {
    document.querySelector<HTMLElement>('input[type=radio]')?.click();
    await new Promise((done) => setTimeout(done));
    document.querySelector<HTMLElement>('nav a[href*=compare]')?.click();
  });
  await expect(page).toHaveURL(/view=compare/);
  await page.goBack();
  await expect(page.getByRole('radio').first()).toBeChecked();
});
