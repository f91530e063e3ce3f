// Which device computes is shown, and can be chosen.

import { expect, test } from '../../fixtures';
import { OPENING, OrderPage } from '../../order-page';

test('a software GPU is not taken by itself, and the page says why', async ({ page }) => {
  const view = await OrderPage.open(page);
  await expect(view.machine).toHaveText(/只有软件模拟的显卡/);
});

test('asked for, it serves, and gives the CPU’s numbers', async ({ page }) => {
  const view = await OrderPage.open(page, '?positions=on');
  await view.unfold();
  const number = Number(await view.distance.innerText());
  await view.control('backend').selectOption('gpu');
  await expect(view.machine).toHaveText(/软件模拟的显卡上计算/, OPENING);
  await expect.poll(async () => Number(await view.distance.innerText())).toBeCloseTo(number, 3);
});
