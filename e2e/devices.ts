// The page's GPU devices, for tests in which they go away.

import type { Page } from '@playwright/test';

/** Keeps the page's devices where the test can destroy them. */
export const hook = (page: Page) =>
  page.addInitScript(() => {
    const request = GPUAdapter.prototype.requestDevice;
    const devices: GPUDevice[] = [];
    Object.assign(window, { devices });
    GPUAdapter.prototype.requestDevice = async function (descriptor) {
      const device = await request.call(this, descriptor);
      devices.push(device);
      return device;
    };
  });

/** Destroys every device that the page has opened; gives how many there were. */
export const destroy = (page: Page) =>
  page.evaluate(() => {
    const { devices } = window as unknown as { devices: GPUDevice[] };
    for (const device of devices) device.destroy();
    return devices.length;
  });
