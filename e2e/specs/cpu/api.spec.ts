// The JavaScript API where no adapter is granted.

import { expect, test } from '../../fixtures';
import { RemoteLab } from '../../remote-lab';

test('auto computes on the CPU, gpu is refused in a sentence', async ({ page, site }) => {
  const lab = await RemoteLab.open(page, site.root, 'auto');
  expect(await lab.backend()).toBe('cpu');
  const { tokens } = await lab.forward({ text: '猫追老鼠' });
  expect(tokens).toEqual(['猫', '追', '老鼠']);
  await expect(RemoteLab.open(page, site.root, 'gpu')).rejects.toThrow(/backend.*gpu.*cpu/);
});
