// The compare view: what a visitor changes, what he reads, and what the API says of the same encodings.

import { ComparePage } from '../../compare-page';
import { expect, test } from '../../fixtures';
import { OPENING } from '../../order-page';

test('the first is the baseline, and the numbers are those of the API', async ({ page }) => {
  const view = await ComparePage.open(page, '&compare=none,sinusoidal,rope:base=500');
  await expect(view.cards).toHaveCount(3);
  await expect(view.cards.first()).toContainText('基准');
  const shares = await page.evaluate(async () => {
    const { load } = await import(new URL('poslab.js', document.baseURI).href);
    const lab = await load();
    const maps = async (scheme: object) => {
      const { tensors } = await lab.forward({ text: '猫追老鼠', tokenizer: 'word', positions: 'on', scheme });
      return [...(tensors['attention.0'].data as Float32Array)];
    };
    const base = await maps({ id: 'none' });
    const others = [await maps({ id: 'sinusoidal' }), await maps({ id: 'rope', base: 500 })];
    // 4 heads, 3 queries.
    const rows = 12;
    return others.map((other) => other.reduce((sum, w, i) => sum + Math.abs(w - base[i]), 0) / 2 / rows);
  });
  for (const [i, share] of shares.entries()) {
    await expect(view.number(i + 1)).toHaveText(`${(100 * share).toFixed(1)}%`);
  }
});

test('by keyboard: add, move, change and remove; the link follows, and brings it back', async ({ page, context }) => {
  const view = await ComparePage.open(page);
  expect(await view.schemes()).toEqual(['none', 'sinusoidal', 'rope', 'alibi']);
  await view.add.locator('select').selectOption('t5');
  await view.add.locator('select').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(view.cards).toHaveCount(5);

  await view.button(4, 0).focus();
  await page.keyboard.press('Enter');
  expect(await view.schemes()).toEqual(['none', 'sinusoidal', 'rope', 't5', 'alibi']);
  await expect(view.button(3, 0)).toBeFocused();

  await view.scheme(1).selectOption('shaw');
  await view.button(0, 2).focus();
  await page.keyboard.press('Enter');
  expect(await view.schemes()).toEqual(['shaw', 'rope', 't5', 'alibi']);
  await view.settled();
  await expect(page).toHaveURL(/compare=shaw%2Crope%2Ct5%2Calibi/);
  const numbers = await view.cards.locator('output').allInnerTexts();

  const other = new ComparePage(await context.newPage());
  await (other.root as typeof page).goto(page.url());
  await other.settled();
  expect(await other.schemes()).toEqual(['shaw', 'rope', 't5', 'alibi']);
  expect(await other.cards.locator('output').allInnerTexts()).toEqual(numbers);
});

test('two is the least and six the most', async ({ page }) => {
  const view = await ComparePage.open(page, '&compare=none,rope');
  await expect(view.button(0, 2)).toBeDisabled();
  for (let count = 3; count <= 6; count += 1) {
    await view.add.getByRole('button').click();
    await expect(view.cards).toHaveCount(count);
  }
  await expect(view.add).toBeHidden();
  await expect(view.view).toContainText('最多并排六种');
});

test('a parameter takes what fits and keeps what does not, with the reason', async ({ page }) => {
  const view = await ComparePage.open(page, '&compare=none,rope');
  const card = view.cards.nth(1);
  const before = await view.number(1).innerText();
  await card.locator('summary').first().click();
  const base = card.getByLabel('底数');
  await base.fill('50');
  await base.press('Enter');
  await expect(page).toHaveURL(/rope%3Abase%3D50(&|$)/);
  await view.settled();
  await expect(view.number(1)).not.toHaveText(before);
  await base.fill('ten');
  await base.press('Enter');
  await expect(card.locator('.refusal').filter({ visible: true })).toContainText('要填 1 到');
  await expect(base).toHaveValue('ten');
  await expect(page).toHaveURL(/rope%3Abase%3D50(&|$)/);
});

test('every encoding shows what it puts in', async ({ page }) => {
  test.slow();
  const view = await ComparePage.open(page, '&compare=none,sinusoidal');
  const ids = await view.scheme(1).locator('option').evaluateAll((all) => all.map((o) => (o as HTMLOptionElement).value));
  expect(ids).toHaveLength(22);
  for (const id of ids.filter((id) => id !== 'none')) {
    await view.scheme(1).selectOption(id);
    await view.settled();
    const picture = view.cards.nth(1).locator('.card-part').first().locator('.heat-view');
    await expect(picture, id).toBeVisible();
    await picture.focus();
    await page.keyboard.press('ArrowRight');
    const told = view.cards.nth(1).locator('.card-part').first().locator('[role=status]');
    await expect(told, id).toContainText(/\d/);
  }
});

test('an encoding that can’t take the sentence says why, the others go on', async ({ page }) => {
  const view = await ComparePage.open(page, '&compare=none,learned:max_len=2,alibi');
  await expect(view.cards.nth(1).locator('.card-number .refusal')).toContainText('2');
  await expect(view.number(2)).toHaveText(/%/);
});

test('a wrong line-up in the link is refused with its sentence', async ({ page }) => {
  const view = await ComparePage.open(page, '&compare=rope,robe');
  await expect(view.notice).toContainText('compare 不能是 robe：没有这种编码');
  expect(await view.schemes()).toEqual(['none', 'sinusoidal', 'rope', 'alibi']);
});

test('what is typed stays, whatever is wrong with it', async ({ page }) => {
  const view = await ComparePage.open(page);
  await page.locator('#text').fill('');
  await expect(page.locator('.compare-sentence [role=alert]')).not.toBeEmpty();
  await page.locator('#text').fill('狗追猫');
  await view.settled();
  await expect(page.locator('.compare-sentence .tokens li')).toHaveText(['狗', '追', '猫']);
});

for (const lang of ['zh', 'en']) {
  for (const theme of ['light', 'dark']) {
    test(`no accessibility fault: ${lang}, ${theme}`, async ({ page, axe, shot }) => {
      const query = `&lang=${lang}&theme=${theme}&compare=none,t5,shaw,rope:base=500,hybrid,swin_2d`;
      const view = await ComparePage.open(page, query);
      await view.cards.nth(3).locator('summary').first().click();
      await axe();
      await shot(`compare-${lang}-${theme}`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    });
  }
}

test('in an element, it is that element’s', async ({ page, site }) => {
  await page.goto(`${site.root}pages/plain.html`);
  await page.addScriptTag({ type: 'module', url: `${site.root}poslab.js` });
  await page.evaluate(() => {
    const lab = '<pos-lab view="compare" compare="rope,alibi" lang="en" text="a b c"></pos-lab>';
    document.body.insertAdjacentHTML('beforeend', lab);
  });
  const view = new ComparePage(page.locator('pos-lab'));
  await expect(view.number(1)).toHaveText(/%/, OPENING);
  expect(await view.schemes()).toEqual(['rope', 'alibi']);
  await view.button(1, 0).click();
  await expect.poll(() => view.schemes()).toEqual(['alibi', 'rope']);
});
