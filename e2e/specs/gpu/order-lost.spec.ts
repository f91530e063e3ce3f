// The GPU goes away in mid-use: the page goes on, says so, and keeps what was typed.

import { destroy, hook } from '../../devices';
import { expect, test } from '../../fixtures';
import { OPENING, OrderPage } from '../../order-page';

test.describe.configure({ timeout: 240_000 });

test('a lost GPU is replaced by another, and the page says so', async ({ page, problems }) => {
  problems.allow(/destroyed|lost/i);
  await hook(page);
  const view = await OrderPage.open(page, '?backend=gpu&positions=on');
  await view.first.fill('狗追老鼠');
  await view.second.fill('老鼠追狗');
  await view.settled();
  const number = await view.distance.innerText();

  expect(await destroy(page)).toBe(1);
  await expect(view.machine).toHaveText(/重新接上/, OPENING);
  await expect(view.first).toHaveValue('狗追老鼠');
  await expect(view.distance).toHaveText(number, OPENING);

  // It computes again, not merely shows what it had.
  await view.off.check();
  await view.expectOne();
});

test('a GPU that is lost again and again gives way to the CPU', async ({ page, problems }) => {
  problems.allow(/destroyed|lost/i);
  await hook(page);
  const view = await OrderPage.open(page, '?backend=gpu');
  const destroyed = async () => {
    await destroy(page);
    return view.machine.innerText();
  };
  const patience = { timeout: 120_000, intervals: [1_000] };
  await expect.poll(destroyed, patience).toMatch(/已改用 CPU/);
  await view.on.check();
  await view.expectTwo();
});
