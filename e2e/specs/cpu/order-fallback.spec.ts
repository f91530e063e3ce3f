// A browser without WebGPU: the same page, with one honest line.

import { expect, test } from '../../fixtures';
import { OrderPage } from '../../order-page';

test('the page computes on the CPU and says why', async ({ page }) => {
  const view = await OrderPage.open(page);
  await expect(view.machine).toHaveText(/在浏览器里用 CPU 计算：这个浏览器没有可用的 WebGPU/);
  await view.expectOne();
  await view.on.check();
  await view.expectTwo();
});

test('a link that asks for the GPU is told that there is none', async ({ page }) => {
  const view = await OrderPage.open(page, '?backend=gpu');
  await expect(view.machine).toHaveText(/链接指定用显卡/);
  await view.expectOne();
});
