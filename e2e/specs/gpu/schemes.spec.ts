// Every scheme in a browser: what the GPU computes is what the CPU computes.

import { expect, test } from '../../fixtures';
import { apart } from '../../golden.mjs';
import { RemoteLab } from '../../remote-lab';

const model = { d_model: 32, heads: 2, layers: 2, seed: 3 };
const tokens = ['猫', '追', '老鼠', '，', '老鼠', '追', '猫'];

test('every scheme gives one model on both executors', async ({ page, site }) => {
  test.slow();
  const answers = async (backend: 'gpu' | 'cpu') => {
    const lab = await RemoteLab.open(page, site.root, backend);
    const schemes: string[] = await page.evaluate(() =>
      (globalThis as any).lab.schemes().map(({ id }: { id: string }) => id),
    );
    const answers: Record<string, any> = {};
    for (const id of schemes) {
      for (const causal of [false, true]) {
        const request = { tokens, scheme: { id }, model: { ...model, causal } };
        answers[`${id}, causal ${causal}`] = (await lab.forward(request)).tensors;
      }
    }
    return answers;
  };
  const [gpu, cpu] = [await answers('gpu'), await answers('cpu')];
  expect(Object.keys(cpu).length).toBeGreaterThanOrEqual(42);
  expect(Object.keys(gpu)).toEqual(Object.keys(cpu));
  for (const [what, tensors] of Object.entries(cpu)) {
    for (const [name, { data }] of Object.entries<any>(tensors)) {
      const largest = data.reduce((most: number, x: number) => Math.max(most, Math.abs(x)), 1);
      expect(apart(gpu[what][name].data, data) / largest, `${what}: ${name}`).toBeLessThan(3e-5);
    }
  }
});
