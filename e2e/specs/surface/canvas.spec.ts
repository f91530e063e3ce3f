// The folder's premise: here a WebGPU canvas on the page shows what was drawn on it.

import { expect, open, test } from '../../fixtures';

test('a WebGPU canvas takes a colour', async ({ page }) => {
  await open(page);
  const pixel = await page.evaluate(async () => {
    const adapter = await navigator.gpu?.requestAdapter();
    if (!adapter) return 'no adapter';
    const device = await adapter.requestDevice();
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 8;
    document.body.append(canvas);
    const context = canvas.getContext('webgpu')!;
    context.configure({ device, format: 'rgba8unorm' });
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginRenderPass({
      colorAttachments: [
        {
          view: context.getCurrentTexture().createView(),
          clearValue: { r: 1, g: 0, b: 1, a: 1 },
          loadOp: 'clear',
          storeOp: 'store',
        },
      ],
    });
    pass.end();
    device.queue.submit([encoder.finish()]);
    const copy = new OffscreenCanvas(8, 8).getContext('2d')!;
    copy.drawImage(canvas, 0, 0);
    return [...copy.getImageData(4, 4, 1, 1).data];
  });
  expect(pixel).toEqual([255, 0, 255, 255]);
});
