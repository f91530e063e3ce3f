// The race as a visitor runs it: press one button, watch, pull the sentences longer.

import { expect, test } from '../../fixtures';

/** A short race: fewer steps than it takes to learn, but every part of the page is met. */
const SHORT = '?view=race&train_length=8&train_steps=30&racers=none,rope,learned';

test('a race by pointer: train, pause, one step, go on, test, remedy', async ({ page }) => {
  test.slow();
  // Enough steps to be caught in the middle of them.
  await page.goto(`./${SHORT.replace('train_steps=30', 'train_steps=400')}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/长度/);
  await page.locator('#train').click();
  await page.locator('#pause').click();
  await expect(page.locator('.meta')).toContainText('/ 400');
  await page.locator('#step').click();
  await expect(page.locator('.curves-lines svg')).not.toHaveCount(0);
  await page.locator('#resume').click();
  // Trained and tested: four times and eight times the length too.
  await expect(page.locator('#more')).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('.race-lengths .reading')).toContainText('64 个词');
  await page.locator('#test-length').focus();
  await page.keyboard.press('Home');
  await expect(page.locator('.race-lengths .reading')).toContainText('4 个词');
  await page.getByRole('button', { name: 'YaRN' }).click();
  await expect(page.locator('#more')).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('.race-lengths')).toContainText('＋YaRN');
  await page.getByRole('button', { name: '关掉位置' }).click();
  await expect(page.locator('.race-lengths')).toContainText('50 %');
  await page.locator('#reset').click();
  await expect(page.locator('#train')).toBeVisible();
  await expect(page.locator('.meta')).toHaveCount(0);
});

test('a race by keyboard, in English, and no barrier that axe finds', async ({ page, axe }) => {
  test.slow();
  await page.goto(`./${SHORT}&lang=en`);
  await page.locator('#train').focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('#more')).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('.race-lengths .reading')).toContainText('64 tokens');
  await axe();
});

test('ticks write the line-up into the link; too few are refused in a sentence', async ({ page }) => {
  await page.goto('./?view=race&racers=none,rope&lang=en');
  await page.getByRole('checkbox', { name: 'T5' }).check();
  await expect(page).toHaveURL(/racers=none%2Crope%2Ct5/);
  await page.getByRole('checkbox', { name: 'T5' }).uncheck();
  await page.getByRole('checkbox', { name: 'RoPE' }).click();
  await expect(page.locator('#racers-refusal')).toContainText('2 to 8');
  await expect(page.getByRole('checkbox', { name: 'RoPE' })).toBeChecked();
});

test('positions that collide are refused where an encoding goes by distance', async ({ page }) => {
  await page.goto('./?view=race&racers=sinusoidal,rope,shaw&random_start=1000&precision=bf16&lang=en');
  const told = page.getByRole('alert').filter({ hasText: '“Relative vectors (Shaw)” goes by distance' });
  await expect(told).toBeVisible();
  await page.getByRole('checkbox', { name: 'Shaw' }).uncheck();
  await expect(told).toHaveCount(0);
  await expect(page.locator('#train')).toBeEnabled();
});

test('a changed setting clears what was trained', async ({ page }) => {
  test.slow();
  await page.goto(`./${SHORT}`);
  await page.locator('#train').click();
  await expect(page.locator('#more')).toBeVisible({ timeout: 60_000 });
  await page.locator('#seed').fill('8');
  await page.locator('#seed').blur();
  await expect(page.locator('#more')).toHaveCount(0);
  await expect(page.locator('.race-lengths')).toContainText('练完以后');
});

test('the default race: who can learn who chases whom', async ({ page }) => {
  test.setTimeout(240_000);
  await page.goto('./?view=race&lang=en');
  await page.locator('#train').click();
  await expect(page.locator('#more')).toBeVisible({ timeout: 200_000 });
  const slider = page.locator('#test-length');
  await slider.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  const reading = page.locator('.race-lengths .reading');
  await expect(reading).toContainText('At the trained length');
  await expect(reading).toContainText(/Sinusoidal.*RoPE.*Shaw.* still answer/);
  await expect(reading).toContainText(/no better than guessing/);
  // Eight times the trained length: Shaw alone holds.
  await page.keyboard.press('End');
  await expect(reading).toContainText(/Shaw[^,;]* still answers/);
});
