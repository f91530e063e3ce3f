// Every number that a colour shows can also be read, and is the number that the API gives.

import { allNumbers, expectShown, FiguresPage, lastNumber } from '../../figures-page';
import { expect, test } from '../../fixtures';
import { OrderPage } from '../../order-page';

const catChasesMouse = { text: '猫追老鼠', tokenizer: 'word', scheme: { id: 'sinusoidal' } };

test('the cursor of the attention maps reads the number that the API gives', async ({ page }) => {
  await OrderPage.open(page, '?positions=on');
  const figures = await FiguresPage.open(page);
  const { 'attention.0': attention } = await figures.forward({ ...catChasesMouse, positions: 'on' });
  expect(attention.shape).toEqual([4, 3, 3]);
  const side = figures.side(0);
  await side.locator('.maps-field').focus();
  for (const key of ['PageDown', 'ArrowDown', 'End']) await page.keyboard.press(key);
  await expect(figures.told(side)).toHaveText(/头 2，追 看 老鼠/);
  // Head 1 (from 0), row 1, column 2.
  expectShown(lastNumber((await figures.told(side).textContent())!), attention.data[9 + 3 + 2]);
});

test('a screen reader is told where each head looks hardest', async ({ page }) => {
  await OrderPage.open(page);
  const figures = await FiguresPage.open(page);
  const { 'attention.0': attention } = await figures.forward({ ...catChasesMouse, positions: 'off' });
  const summary = await figures.summary(figures.side(0).locator('.maps-field'));
  const heads = [...summary.matchAll(/头 \d 最大的权重是[^。]*。/g)].map(([sentence]) => sentence);
  expect(heads).toHaveLength(4);
  heads.forEach((sentence, head) => {
    const largest = Math.max(...attention.data.slice(9 * head, 9 * head + 9));
    expectShown(lastNumber(sentence), largest);
  });
});

test('the encoding shows the API’s numbers under the cursor and in the table', async ({ page }) => {
  await OrderPage.open(page);
  const figures = await FiguresPage.open(page);
  const table = await figures.encode({ scheme: { id: 'sinusoidal' }, d_model: 32, heads: 4, n: 64 });
  const map = figures.encoding.getByRole('application');
  await map.focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight']) {
    await page.keyboard.press(key);
  }
  const told = figures.told(figures.encoding);
  await expect(told).toHaveText(/位置 3，维 2：sin\(3 \/ 10000\^\(2·1\/32\)\) = /);
  expectShown(lastNumber((await told.textContent())!), table.data[3 * 32 + 2]);

  await figures.encoding.getByRole('button', { name: '用表格看' }).click();
  const rows = figures.encoding.locator('tbody tr');
  await expect(rows).toHaveCount(12);
  const position = Number(await rows.nth(4).locator('th').textContent());
  const cells = await rows.nth(4).locator('td').allTextContents();
  cells.forEach((text, column) => expectShown(allNumbers(text)[0], table.data[position * 32 + column]));
});

test('the canvas has zero in the paper’s colour, also when the theme changes', async ({ page }) => {
  await OrderPage.open(page);
  const { encoding } = await FiguresPage.open(page);
  const pixels = () =>
    encoding.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
      const copy = new OffscreenCanvas(2, 1).getContext('2d', { willReadFrequently: true })!;
      copy.drawImage(canvas, 0, 0);
      return [...copy.getImageData(0, 0, 2, 1).data].join();
    });
  // sin 0 = 0 is paper, cos 0 = 1 is the positive end.
  await expect.poll(pixels).toBe('251,250,246,255,180,83,15,255');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(pixels).toBe('20,23,26,255,243,163,90,255');
});

test('the arithmetic of a cell adds up', async ({ page }) => {
  const view = await OrderPage.open(page, '?positions=on');
  const figures = await FiguresPage.open(page);
  const field = figures.side(0).locator('.maps-field');
  await field.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(figures.inspect).toBeFocused();
  const rows = figures.inspect.locator('tbody tr');
  const numbers = async (row: number) =>
    (await rows.nth(row).locator('td').allTextContents()).flatMap(allNumbers);
  const [query, key, products] = [await numbers(0), await numbers(1), await numbers(2)];
  const dot = products.pop()!;
  expect(query).toHaveLength(8);
  products.forEach((product, i) => expect(product).toBeCloseTo(query[i] * key[i], 2));
  expect(dot).toBeCloseTo(products.reduce((sum, p) => sum + p, 0), 2);

  const [score, softmax] = await figures.inspect.locator('math').all();
  const shownScore = lastNumber((await score.textContent())!);
  expect(shownScore).toBeCloseTo(dot / Math.sqrt(8), 2);
  const weight = lastNumber((await softmax.textContent())!);
  const { 'attention.0': attention } = await figures.forward({ ...catChasesMouse, positions: 'on' });
  expectShown(weight, attention.data[3]);

  await page.keyboard.press('Escape');
  await expect(figures.inspect).toBeHidden();
  await expect(field).toBeFocused();
  await view.expectTwo();
});

test('cells that the causal mask hides are marked, and others are not', async ({ page }) => {
  await OrderPage.open(page, '?mask=causal');
  const figures = await FiguresPage.open(page);
  const side = figures.side(0);
  await expect(side.locator('.fig-hatch')).toHaveCount(4);
  await side.locator('.maps-field').focus();
  await page.keyboard.press('ArrowRight');
  await expect(figures.told(side)).toHaveText(/猫 看 追：被遮挡/);
  await page.keyboard.press('Enter');
  await expect(figures.inspect).toContainText('因果遮挡不让看');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowDown');
  await expect(figures.told(side)).toHaveText(/追 看 追：0\.\d+/);

  await OrderPage.open(page, '?mask=bidirectional');
  await FiguresPage.open(page);
  await expect(figures.side(0).locator('.maps-name').first()).toBeVisible();
  await expect(figures.maps.locator('.fig-hatch')).toHaveCount(0);
});

test('lines join equal rows, and only those', async ({ page }) => {
  const view = await OrderPage.open(page);
  const { rows } = await FiguresPage.open(page);
  const lines = rows.locator('path');
  await expect(lines).toHaveCount(3);
  await expect(rows.locator('li')).toHaveText([/猫.*猫/, /追.*追/, /老鼠.*老鼠/]);
  await view.on.check();
  await expect(lines).toHaveCount(0);
  await expect(rows).toContainText('没有一行能连上');
});

test('stages bear their true shapes and open', async ({ page }) => {
  await OrderPage.open(page, '?scale_embedding=1');
  const { pipeline } = await FiguresPage.open(page);
  const stage = (name: string) => pipeline.getByRole('button', { name });
  await expect(stage('词元编号')).toContainText('[3]');
  await expect(stage('放大')).toContainText('[3, 32]');
  await expect(stage('注意力权重')).toContainText('[4, 3, 3]');
  await stage('词元编号').click();
  await expect(pipeline.locator('.stage-ids')).toContainText('猫 0 · 追 1 · 老鼠 2');
  await stage('查询、键、值').click();
  await pipeline.getByRole('button', { name: 'v.0' }).click();
  await expect(pipeline.getByRole('application')).toHaveAttribute('aria-label', /v\.0/);
});

test('a cell of the weighted sum shows its terms, and they add up', async ({ page }) => {
  await OrderPage.open(page);
  const figures = await FiguresPage.open(page);
  const { 'mixed.0': mixed } = await figures.forward({ ...catChasesMouse, positions: 'off' });
  await figures.pipeline.getByRole('button', { name: '按权重求和' }).click();
  await figures.pipeline.getByRole('application').focus();
  for (const key of ['ArrowDown', 'End', 'Enter']) await page.keyboard.press(key);
  await expect(figures.pipeline.locator('caption')).toHaveText(/追 的第 31 维：头 4/);
  const terms = figures.pipeline.locator('tbody tr');
  await expect(terms).toHaveCount(3);
  let sum = 0;
  for (const term of await terms.all()) {
    const [weight, value, product] = (await term.locator('td').allTextContents()).flatMap(allNumbers);
    expect(product).toBeCloseTo(weight * value, 3);
    sum += product;
  }
  const shown = lastNumber((await figures.pipeline.locator('tfoot td').textContent())!);
  expect(shown).toBeCloseTo(sum, 3);
  expectShown(shown, mixed.data[32 + 31]);
});

test('the house lights the doors that let something in', async ({ page }) => {
  const view = await OrderPage.open(page, '?scheme=rope');
  const { house } = await FiguresPage.open(page);
  const open = house.locator('li.open');
  await expect(open).toHaveCount(0);
  await view.on.check();
  await expect(open).toHaveCount(1);
  await expect(open).toContainText('旋转查询和键');
  await open.getByRole('button').click();
  await expect(open).toContainText('[3, 4]');
});

test('a tensor larger than the page is read to its last column', async ({ page }) => {
  await OrderPage.open(page, '?d_model=1024&heads=16');
  const figures = await FiguresPage.open(page);
  const table = await figures.encode({ scheme: { id: 'sinusoidal' }, d_model: 1024, heads: 16, n: 64 });
  await figures.encoding.getByRole('application').focus();
  await page.keyboard.press('Control+End');
  const told = figures.told(figures.encoding);
  await expect(told).toHaveText(/位置 63，维 1023/);
  expectShown(lastNumber((await told.textContent())!), table.data.at(-1)!);
  await expect(figures.encoding.locator('.fig-cursor')).toBeInViewport();
});

test('opened figures have no accessibility fault', async ({ page, axe }) => {
  await OrderPage.open(page, '?positions=on&mask=causal&layers=2');
  const figures = await FiguresPage.open(page);
  await figures.encoding.getByRole('button', { name: '用表格看' }).click();
  await figures.pipeline.getByRole('button', { name: '注意力权重' }).first().click();
  await figures.side(1).locator('.maps-field').focus();
  await page.keyboard.press('Enter');
  await expect(figures.inspect).toBeVisible();
  await axe();
});
