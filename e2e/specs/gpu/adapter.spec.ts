// These specs mean something only where there is a GPU to compute on: without one this fails.

import { expect, open, test } from '../../fixtures';

test('there is a WebGPU adapter, and it computes', async ({ page }) => {
  await open(page);
  const doubled = await page.evaluate(async () => {
    const adapter = await navigator.gpu?.requestAdapter();
    if (!adapter) return 'no adapter';
    const device = await adapter.requestDevice();
    const module = device.createShaderModule({
      code: `@group(0) @binding(0) var<storage, read_write> x: array<f32>;
             @compute @workgroup_size(4)
             fn main(@builtin(global_invocation_id) id: vec3u) { x[id.x] *= 2.0; }`,
    });
    const pipeline = device.createComputePipeline({ layout: 'auto', compute: { module } });
    const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC;
    const buffer = device.createBuffer({ size: 16, usage });
    device.queue.writeBuffer(buffer, 0, new Float32Array([1, 2, 3, 4]));
    const group = device.createBindGroup({
      layout: pipeline.getBindGroupLayout(0),
      entries: [{ binding: 0, resource: { buffer } }],
    });
    const read = device.createBuffer({ size: 16, usage: GPUBufferUsage.MAP_READ | 8 });
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    pass.dispatchWorkgroups(1);
    pass.end();
    encoder.copyBufferToBuffer(buffer, 0, read, 0, 16);
    device.queue.submit([encoder.finish()]);
    await read.mapAsync(GPUMapMode.READ);
    return [...new Float32Array(read.getMappedRange())];
  });
  expect(doubled).toEqual([2, 4, 6, 8]);
});
