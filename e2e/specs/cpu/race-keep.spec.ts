// A race that is kept: over a reload, as a file, where storage is refused; and three seeds of one.

import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { expect, test } from '../../fixtures';

/** A race of a moment. */
const SHORT = '?view=race&train_length=8&train_steps=20&racers=none,rope,learned';
const PATIENCE = { timeout: 60_000 };

async function train(page: Page, query = SHORT) {
  await page.goto(`./${query}`);
  await page.locator('#train').click();
  await expect(page.locator('#more')).toBeVisible(PATIENCE);
}

const reading = (page: Page) => page.locator('.race-lengths .reading');

test('the last race survives a reload, and can be tested and trained on', async ({ page }) => {
  test.slow();
  await train(page);
  const said = await reading(page).innerText();
  await page.reload();
  await expect(page.locator('.race-notice')).toContainText('刷新之前', PATIENCE);
  await expect(reading(page)).toHaveText(said);
  await expect(page.locator('.meta')).toContainText('20 / 20');
  await page.getByRole('button', { name: 'YaRN' }).click();
  await expect(page.locator('.race-lengths')).toContainText('＋YaRN', PATIENCE);
  await page.locator('#more').click();
  await expect(page.locator('.meta')).toContainText('70 / 70', PATIENCE);
  await page.locator('#reset').click();
  await page.reload();
  await expect(page.locator('#train')).toBeVisible();
  await expect(page.locator('.meta')).toHaveCount(0);
});

test('weights are saved, and loaded with the race that they belong to', async ({ page }, info) => {
  test.slow();
  await train(page, `${SHORT}&lang=en`);
  const said = await reading(page).innerText();
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#save').click()]);
  const path = info.outputPath('race.safetensors');
  await download.saveAs(path);
  const file = await readFile(path);
  const header = JSON.parse(file.subarray(8, 8 + Number(file.readBigUInt64LE(0))).toString());
  expect(header.__metadata__.link).toContain('train_steps=20');
  expect(header['rope.layers.0.attention.query.weight'].shape).toEqual([32, 32]);

  await page.locator('#reset').click();
  await page.locator('#train_steps').fill('30');
  await page.locator('#train_steps').blur();
  await page.locator('#load').setInputFiles(path);
  await expect(page.locator('.race-notice')).toContainText('The race of your file', PATIENCE);
  await expect(page.locator('#train_steps')).toHaveValue('20');
  await expect(reading(page)).toHaveText(said);
  await page.getByRole('button', { name: 'Positions off' }).click();
  await expect(page.locator('.race-lengths')).toContainText('+ Positions off', PATIENCE);
});

test('a wrong file gets a sentence, and the race stays', async ({ page }) => {
  test.slow();
  await train(page, `${SHORT}&lang=en`);
  const buffer = Buffer.from('no weights at all');
  await page.locator('#load').setInputFiles({ name: 'notes.safetensors', mimeType: 'text/plain', buffer });
  await expect(page.locator('.race-notice')).toContainText('no whole safetensors file');
  await expect(page.locator('#more')).toBeVisible();
});

test('where storage is refused, a race runs all the same', async ({ page }) => {
  test.slow();
  await page.addInitScript(() => {
    Object.defineProperty(window, 'sessionStorage', {
      get: () => {
        throw new DOMException('refused', 'SecurityError');
      },
    });
  });
  await train(page);
  await page.reload();
  await expect(page.locator('#train')).toBeVisible();
});

test('three seeds: bands, and ranges in the table', async ({ page }) => {
  test.slow();
  await train(page, `${SHORT}&seeds=3&lang=en`);
  const lengths = page.locator('.race-lengths');
  await expect(lengths.locator('.curves-lines .band')).toHaveCount(3);
  await expect(lengths).toContainText('the mean of three seeds');
  await lengths.getByRole('button', { name: 'Show as table' }).click();
  await expect(lengths.locator('td').first()).toHaveText(/^0\.\d+ \(0(\.\d+)?–\d(\.\d+)?\)$/);
});

test('the health of position is measured, told and drawn', async ({ page, axe }) => {
  test.slow();
  await train(page, `${SHORT}&lang=en`);
  const health = page.locator('.race-health');
  // RoPE's angles get a gradient, the learned rows too; without positions there is nothing to get one.
  await expect(health.locator('.curves-names span')).toHaveCount(2);
  await health.getByRole('button', { name: 'Entropy' }).click();
  await expect(health).toContainText('at most: ln 8');
  await expect(health.locator('.curves-names span')).toHaveCount(8);
  await health.getByRole('button', { name: 'Distance' }).click();
  await expect(health).toContainText('an even look');
  await health.getByRole('button', { name: 'read back' }).click();
  await expect(health.locator('.formula')).toContainText('R²');
  await expect(health).toContainText('Healthy here');
  await axe();
});

test('a wrong mask is called one', async ({ page }) => {
  await page.goto('./?view=race&task=next&lang=en');
  await page.getByRole('checkbox', { name: /wrong mask/ }).check();
  await expect(page).toHaveURL(/leak=1/);
  await expect(page.locator('.task')).toContainText('reads the answer off');
  await page.locator('#task').selectOption('role');
  await expect(page.getByRole('checkbox', { name: /wrong mask/ })).toHaveCount(0);
  await expect(page.locator('.task')).not.toContainText('reads the answer off');
});
