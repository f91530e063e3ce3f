// The GPU goes away in mid-training: the race goes on from the last snapshot, and says so.

import { destroy, hook } from '../../devices';
import { expect, test } from '../../fixtures';

test('a race goes on from its snapshot on another device', async ({ page, problems }) => {
  test.setTimeout(240_000);
  problems.allow(/destroyed|lost/i);
  await hook(page);
  await page.goto('./?view=race&backend=gpu&train_length=8&train_steps=120&racers=none,rope&lang=en');
  await page.locator('#train').click();
  await expect(page.locator('.meta')).toContainText(/^(6|7|8)\d of 120/, { timeout: 120_000 });
  await destroy(page);
  await expect(page.locator('.race-notice')).toContainText('snapshot at step 50', { timeout: 120_000 });
  await expect(page.locator('#more')).toBeVisible({ timeout: 120_000 });
  await expect(page.locator('.meta')).toContainText('120 of 120');
});
