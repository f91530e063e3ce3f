// The folder's premise: here the browser has no GPU to offer, and the page must do without.

import { expect, open, test } from '../../fixtures';

test('there is no WebGPU adapter', async ({ page }) => {
  await open(page);
  const adapter = await page.evaluate(async () => {
    const adapter = await navigator.gpu?.requestAdapter();
    return adapter ? adapter.info.description : 'none';
  });
  expect(adapter).toBe('none');
});
