// Whatever is typed, the page answers in a sentence and keeps it.

import { expect, test } from '../../fixtures';
import { OrderPage } from '../../order-page';

test('an empty sentence is told at its field, and mended by typing', async ({ page }) => {
  const view = await OrderPage.open(page);
  await view.first.fill('');
  await expect(view.refusal('text')).toHaveText(/至少写一个词/);
  await expect(view.distance).toHaveText('–');
  await view.first.fill('老鼠猫追');
  await expect(view.refusal('text')).toBeEmpty();
  await view.expectOne();
});

test('ten thousand characters are told to be too many, and stay in their field', async ({ page }) => {
  const view = await OrderPage.open(page, '?tokenizer=character');
  const long = '猫'.repeat(10_000);
  await view.first.fill(long);
  await expect(view.refusal('text')).toHaveText(/10000/);
  await expect(view.first).toHaveValue(long);
});

test('an emoji of many parts is one token', async ({ page }) => {
  const view = await OrderPage.open(page, '?tokenizer=character');
  await view.first.fill('👩‍👩‍👧‍👦é🇨🇳');
  await expect(view.tokens(0)).toHaveText(['👩‍👩‍👧‍👦', 'é', '🇨🇳']);
});

test('a sentence from right to left stands right to left', async ({ page }) => {
  const view = await OrderPage.open(page);
  await view.first.fill('القط يطارد الفأر');
  await view.second.fill('الفأر يطارد القط');
  await expect(view.tokens(0)).toHaveCount(3);
  await view.expectOne();
  const direction = await view.first.evaluate((field) => getComputedStyle(field).direction);
  expect(direction).toBe('rtl');
});

test('ids are taken as typed, and one outside the vocabulary is refused', async ({ page }) => {
  const view = await OrderPage.open(page, '?tokenizer=ids');
  await view.unfold();
  await expect(view.tokens(0)).toHaveText(['100', '2', '421', '300']);
  await view.expectOne();
  await view.control('vocabulary').fill('400');
  await expect(view.refusal('text')).toHaveText(/0 到 399/);
});

test('half a number is no mistake, a wrong one is told when the field is left', async ({ page }) => {
  const view = await OrderPage.open(page);
  await view.unfold();
  const field = view.control('d_model');
  await field.fill('');
  await expect(view.refusal('d_model')).toBeEmpty();
  await field.fill('9999');
  await field.blur();
  await expect(view.refusal('d_model')).toHaveText(/2 到 1024/);
  await expect(field).toHaveValue('9999');
  await view.expectOne();
  await field.fill('64');
  await expect(view.refusal('d_model')).toBeEmpty();
});

test('sizes that don’t fit each other are told at the control', async ({ page }) => {
  const view = await OrderPage.open(page);
  await view.unfold();
  await view.control('heads').fill('5');
  await expect(view.refusal('heads')).toHaveText(/整除/);
  await expect(view.distance).toHaveText('–');
  await view.control('heads').fill('2');
  await view.expectOne();
});
