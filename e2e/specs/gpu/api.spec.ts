// The JavaScript API in a browser, on the GPU and on the CPU.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../../fixtures';
import { faults } from '../../cases.mjs';
import { apart, goldenCases } from '../../golden.mjs';
import { RemoteLab } from '../../remote-lab';

for (const backend of ['gpu', 'cpu'] as const) {
  test(`golden values on the ${backend}`, async ({ page, site }) => {
    const lab = await RemoteLab.open(page, site.root, backend);
    expect(await lab.backend()).toBe(backend);
    const cases = await goldenCases(lab);
    expect(cases).toHaveLength(45);
    for (const { name, off, allowed } of cases) expect(off, name).toBeLessThanOrEqual(allowed);
  });

  test(`known faults on the ${backend}`, async ({ page, site }) => {
    const lab = await RemoteLab.open(page, site.root, backend);
    const found = await faults(lab);
    expect(found.length).toBeGreaterThan(30);
    expect(found.filter(({ wrong }) => wrong !== '')).toEqual([]);
  });

  test(`positions are exact up to 2^20 on the ${backend}, the naive path is not`, async ({
    page,
    site,
  }) => {
    const lab = await RemoteLab.open(page, site.root, backend);
    const d = 512;
    const positions = [0, 1, 2, 3, 100, 792, 4095, 4096, 65_535, 100_000, 524_287, 1_000_003];
    positions.push(2 ** 20 - 1, 2 ** 20, -1, -(2 ** 20));
    const scheme = { id: 'sinusoidal' };
    const wanted = positions.flatMap((position) =>
      Array.from({ length: d }, (_, column) => {
        const angle = position * 10_000 ** (-2 * Math.floor(column / 2) / d);
        return column % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
      }),
    );
    const off = async (naive_trig: boolean) => {
      const { input } = await lab.encode({ scheme, d_model: d, heads: 1, positions, naive_trig });
      return apart(input.data, wanted);
    };
    const [exact, naive] = [await off(false), await off(true)];
    console.log(`${backend}: exact path off by ${exact}, naive path by ${naive}`);
    expect(exact).toBeLessThanOrEqual(2e-7);
    expect(naive).toBeGreaterThan(1e-3);
  });
}

test('both executors give one model', async ({ page, site }) => {
  const request = {
    text: '猫追老鼠，老鼠追猫',
    scheme: { id: 'rope' },
    model: { layers: 2, causal: true, d_model: 48 },
  };
  const [gpu, cpu] = [
    await (await RemoteLab.open(page, site.root, 'gpu')).forward(request),
    await (await RemoteLab.open(page, site.root, 'cpu')).forward(request),
  ];
  expect(gpu.tokens).toEqual(['猫', '追', '老鼠', '，', '老鼠', '追', '猫']);
  expect(Object.keys(gpu.tensors)).toEqual(Object.keys(cpu.tensors));
  for (const [name, { data }] of Object.entries<any>(cpu.tensors)) {
    expect(apart(gpu.tensors[name].data, data), name).toBeLessThan(2e-5);
  }
});

test('every shader compiles in this browser without a word', async ({ page, site }) => {
  const lab = await RemoteLab.open(page, site.root, 'gpu');
  const report: { shader: string; entries: string[]; messages: string[] }[] = await lab.diagnose();
  const files = readdirSync(join(import.meta.dirname, '../../../shaders'));
  const shaders = files.filter((file) => file.endsWith('.wgsl')).map((file) => file.slice(0, -5));
  expect(report.map(({ shader }) => shader).sort()).toEqual(shaders.sort());
  for (const { shader, entries, messages } of report) {
    expect(entries.length, shader).toBeGreaterThan(0);
    expect(messages, shader).toEqual([]);
  }
});

test('labs of one backend share a device; the last one frees it', async ({ page, site }) => {
  await page.goto(`${site.root}pages/plain.html`);
  const devices = await page.evaluate(async (address) => {
    const made: GPUDevice[] = [];
    const { requestDevice } = GPUAdapter.prototype;
    GPUAdapter.prototype.requestDevice = async function (...args) {
      made.push(await requestDevice.apply(this, args));
      return made[made.length - 1];
    };
    const { load } = await import(address);
    const labs = await Promise.all([1, 2, 3].map(() => load({ backend: 'gpu' })));
    const scheme = { id: 'sinusoidal' };
    const [first, ...others] = labs;
    for (const lab of others) lab.destroy();
    const { input } = await first.encode({ scheme, d_model: 4, n: 2 });
    first.destroy();
    const { reason } = await made[0].lost;
    return { count: made.length, numbers: input.data.length, reason };
  }, `${site.root}poslab.js`);
  expect(devices).toEqual({ count: 1, numbers: 8, reason: 'destroyed' });
});

test('a lab whose device is lost goes on with another', async ({ page, site }) => {
  await page.goto(`${site.root}pages/plain.html`);
  const devices = await page.evaluate(async (address) => {
    const made: GPUDevice[] = [];
    const { requestDevice } = GPUAdapter.prototype;
    GPUAdapter.prototype.requestDevice = async function (...args) {
      made.push(await requestDevice.apply(this, args));
      return made[made.length - 1];
    };
    const { load } = await import(address);
    const lab = await load({ backend: 'gpu' });
    made[0].destroy();
    await made[0].lost;
    await new Promise((done) => setTimeout(done));
    const { input } = await lab.encode({ scheme: { id: 'sinusoidal' }, d_model: 4, n: 2 });
    return { count: made.length, numbers: input.data.length };
  }, `${site.root}poslab.js`);
  expect(devices).toEqual({ count: 2, numbers: 8 });
});
