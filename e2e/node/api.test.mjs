// The JavaScript API in Node, where it computes on the CPU.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { load } from '../../dist/poslab.js';
import { apart, goldenCases } from '../golden.mjs';

let lab;
before(async () => {
  lab = await load();
});

test('the lab says where it computes and what it knows', () => {
  assert.equal(lab.backend, 'cpu');
  assert.equal(lab.adapter, '');
  const schemes = lab.schemes();
  const rope = schemes.find(({ id }) => id === 'rope');
  assert.deepEqual(rope.doors, ['rotation']);
  assert.deepEqual(
    rope.parameters.slice(0, 3).map(({ name, kind, default: value }) => [name, kind, value]),
    [
      ['base', 'real', 10000],
      ['pairing', 'choice', 'half_split'],
      ['rotary_dim', 'whole', 0],
    ],
  );
  for (const { names, summary, source } of schemes) {
    assert.ok(names.zh && names.en && summary.zh && summary.en && source);
  }
});

test('golden values', async () => {
  const cases = await goldenCases(lab);
  assert.equal(cases.length, 45);
  for (const { name, off, allowed } of cases) assert.ok(off <= allowed, `${name}: off by ${off}`);
});

test('angles are reduced to (-pi, pi] in f64', async () => {
  const positions = [0, 1, 4, -4, 100_000, 1 << 20];
  const request = { scheme: { id: 'rope' }, d_model: 64, heads: 2, positions };
  const { rotation, input } = await lab.encode(request);
  assert.equal(input, null);
  assert.deepEqual(rotation.angle.shape, [6, 16]);
  assert.equal(rotation.attention_factor, 1);
  positions.forEach((position, row) =>
    rotation.inv_freq.forEach((frequency, pair) => {
      const angle = rotation.angle.data[row * 16 + pair];
      assert.ok(angle > -Math.PI - 1e-6 && angle <= Math.PI + 1e-6);
      const off = Math.abs(Math.sin(angle) - Math.sin(position * frequency));
      assert.ok(off < 3e-7, `position ${position}, pair ${pair}: off by ${off}`);
    }),
  );
});

test('n stands for positions, offsets and gaps are positions too', async () => {
  const scheme = { id: 'sinusoidal' };
  const counted = await lab.encode({ scheme, d_model: 6, n: 4 });
  const listed = await lab.encode({ scheme, d_model: 6, positions: [3, 0, 2, 1, 1] });
  const row = ({ input }, i) => [...input.data.slice(i * 6, i * 6 + 6)];
  assert.deepEqual(row(listed, 0), row(counted, 3));
  assert.deepEqual(row(listed, 3), row(listed, 4));
  assert.equal(listed.bias, null);
});

test('a cache: one query at a time equals all at once', async () => {
  const row = (i) => [Math.sin(i), Math.cos(3 * i), i / 5, 1 - i / 3];
  const rows = [[0, 1, 2, 3].map(row)];
  const scheme = { id: 'rope' };
  const all = await lab.attend({ q: rows, k: rows, v: rows, scheme, causal: true });
  for (let n = 1; n <= 4; n++) {
    const [seen, last] = [[rows[0].slice(0, n)], [rows[0].slice(n - 1, n)]];
    const one = await lab.attend({ q: last, k: seen, v: seen, scheme, causal: true });
    assert.deepEqual(one.attention.shape, [1, 1, n]);
    assert.ok(apart(one.output.data, [...all.output.data.slice(4 * (n - 1), 4 * n)]) < 1e-6);
  }
});

test('a query that sees no key has zeros', async () => {
  const rows = [[[1, 2]]];
  const alone = await lab.attend({ q: rows, k: rows, v: rows, key_padding: [true] });
  assert.deepEqual([...alone.attention.data], [0]);
  assert.deepEqual([...alone.output.data], [0, 0]);
  assert.ok(Number.isFinite(alone.scores.data[0]));
});

test('forward: order-blind without positions, not with them', async () => {
  const [a, b] = [
    ['猫', '追', '老鼠'],
    ['老鼠', '追', '猫'],
  ];
  const ask = (tokens, positions, model) =>
    lab.forward({ tokens, positions, scheme: { id: 'sinusoidal' }, model });
  const pooled = async (...settings) => {
    const [x, y] = [await ask(a, ...settings), await ask(b, ...settings)];
    return apart(x.pooled.data, [...y.pooled.data]);
  };
  assert.ok((await pooled('off')) < 1e-5);
  assert.ok((await pooled('on')) > 1e-2);
  assert.ok((await pooled('off', { causal: true })) > 1e-3);
  assert.ok((await pooled('on', { add: 'nowhere' })) < 1e-5);
});

test('forward: names, shapes, entropy', async () => {
  const model = { d_model: 16, heads: 2, layers: 2, causal: true };
  const forward = await lab.forward({ ids: [100, 2, 421, 300], model, scheme: { id: 'rope' } });
  const { tokens, tensors, pooled, metrics } = forward;
  assert.deepEqual(tokens, ['100', '2', '421', '300']);
  assert.deepEqual([...tensors.ids.data], [100, 2, 421, 300]);
  assert.deepEqual(tensors['attention.1'].shape, [2, 4, 4]);
  assert.deepEqual(tensors.output.shape, [4, 16]);
  assert.deepEqual(pooled.shape, [16]);
  assert.deepEqual(
    metrics.entropy.map((layer) => layer.length),
    [2, 2],
  );
  for (let row = 0; row < 8; row++) {
    const weights = [...tensors['attention.0'].data.slice(4 * row, 4 * row + 4)];
    assert.ok(Math.abs(weights.reduce((sum, a) => sum + a) - 1) < 1e-6);
    assert.ok(weights.slice((row % 4) + 1).every((a) => a === 0));
  }
});

test('forward: padding on either side changes no real row', async () => {
  const request = { text: '猫追老鼠', scheme: { id: 'sinusoidal' } };
  const plain = await lab.forward(request);
  assert.deepEqual(plain.tokens, ['猫', '追', '老鼠']);
  for (const side of ['left', 'right']) {
    const padded = await lab.forward({ ...request, padding: { side, count: 2 } });
    const start = side === 'left' ? 2 * 32 : 0;
    const rows = padded.tensors.output.data.slice(start, start + 3 * 32);
    assert.ok(apart(rows, [...plain.tensors.output.data]) < 2e-6, side);
    assert.ok(apart(padded.pooled.data, [...plain.pooled.data]) < 2e-6, side);
    assert.equal(padded.tokens.filter((token) => token === '[pad]').length, 2);
  }
});

test('words and graphemes are those of Intl.Segmenter', async () => {
  const tokens = async (text, tokenizer) => (await lab.forward({ text, tokenizer })).tokens;
  assert.deepEqual(await tokens('老鼠追猫', 'word'), ['老鼠', '追', '猫']);
  assert.deepEqual(await tokens('👩‍👩‍👧e\u0301\r\n🇨🇳', 'character'), ['👩‍👩‍👧', 'e\u0301', '🇨🇳']);
  assert.deepEqual(await tokens('100 2', 'ids'), ['100', '2']);
});

test('8,192 positions', async () => {
  const doors = await lab.encode({ scheme: { id: 'sinusoidal' }, d_model: 8, n: 8192 });
  assert.deepEqual(doors.input.shape, [8192, 8]);
  const model = { d_model: 8, heads: 2, d_ff: 8 };
  const ids = Array.from({ length: 8192 }, (_, i) => i % 100);
  const { tensors } = await lab.forward({ ids, model, scheme: { id: 'rope' } });
  assert.deepEqual(tensors.output.shape, [8192, 8]);
  assert.equal(tensors['attention.0'], undefined);
});

test('bench times a workload', async () => {
  for (const workload of ['encode', 'attention']) {
    const timing = await lab.bench({ workload, n: 16, d: 16, heads: 2, runs: 3 });
    assert.equal(timing.runs, 3);
    assert.ok(timing.min_ms <= timing.median_ms && timing.median_ms <= timing.max_ms);
  }
});

const rows = [[[1, 2]]];
const scheme = { id: 'rope' };
for (const [why, wanted, ask] of [
  ['an odd head', /head_dim.*9.*even/, () => lab.encode({ scheme, d_model: 9, n: 1 })],
  ['an unknown scheme', /scheme.*ropee.*rope/, () => lab.encode({ scheme: { id: 'ropee' }, d_model: 8, n: 1 })],
  ['an unknown parameter', /bsae.*base/, () => lab.encode({ scheme: { id: 'rope', bsae: 1 }, d_model: 8, n: 1 })],
  ['a wrong choice', /pairing.*odd.*half_split/, () => lab.encode({ scheme: { id: 'rope', pairing: 'odd' }, d_model: 8, n: 1 })],
  ['an unknown field', /lenght.*positions/, () => lab.encode({ scheme, d_model: 8, lenght: 1 })],
  ['a missing field', /d_model/, () => lab.encode({ scheme, n: 1 })],
  ['no positions', /positions.*n/, () => lab.encode({ scheme, d_model: 8 })],
  ['too many positions', /n.*8193.*8192/, () => lab.encode({ scheme, d_model: 8, n: 8193 })],
  ['half a position', /positions\[1\].*0\.5.*whole/, () => lab.encode({ scheme, d_model: 8, positions: [0, 0.5] })],
  ['heads that do not divide', /heads.*3.*8/, () => lab.encode({ scheme, d_model: 8, heads: 3, n: 1 })],
  ['no number', /q\[0\]\[0\]\[1\].*NaN.*finite/, () => lab.attend({ q: [[[1, NaN]]], k: rows, v: rows })],
  ['ragged rows', /q.*ragged.*equally long/, () => lab.attend({ q: [[[1, 2], [1]]], k: rows, v: rows })],
  ['other heads', /k.*\[2, 1, 2\].*\[1, 1, 2\]/, () => lab.attend({ q: rows, k: [...rows, ...rows], v: rows })],
  ['a short mask', /key_padding.*0.*1/, () => lab.attend({ q: rows, k: rows, v: rows, key_padding: [] })],
  ['a bias that does not fit', /bias.*\[1, 1, 3\].*\[1, 1, 1\]/, () => lab.attend({ q: rows, k: rows, v: rows, bias: [[[1, 2, 3]]] })],
  ['a width out of range', /d_model.*2000.*1024/, () => lab.forward({ text: 'a', model: { d_model: 2000 } })],
  ['an unknown setting', /width.*d_model/, () => lab.forward({ text: 'a', model: { width: 3 } })],
  ['an empty text', /text.*word/, () => lab.forward({ text: ' ' })],
  ['two texts', /text.*tokens.*ids/, () => lab.forward({ text: 'a', ids: [1] })],
  ['an id out of range', /ids.*4.*3/, () => lab.forward({ ids: [4], vocabulary: 4 })],
  ['too many models', /models can't be 9/, () => lab.bench({ workload: 'train_step', n: 8, models: 9 })],
  ['a race without a task', /task/, () => lab.train({})],
  ['a GPU in Node', /backend.*gpu.*cpu/, () => load({ backend: 'gpu' })],
  ['an unknown backend', /backend.*tpu.*auto/, () => load({ backend: 'tpu' })],
]) {
  test(`refused in a sentence: ${why}`, async () => {
    await assert.rejects(ask, (error) => error instanceof Error && wanted.test(error.message));
    // The lab stays usable.
    assert.equal((await lab.forward({ text: 'a' })).tokens.length, 1);
  });
}

test('a destroyed lab says so, others go on', async () => {
  const other = await load({ backend: 'cpu' });
  other.destroy();
  await assert.rejects(() => other.forward({ text: 'a' }), /destroyed.*load/);
  assert.equal((await lab.forward({ text: 'a' })).tokens.length, 1);
});
