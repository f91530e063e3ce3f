// The contract of the JavaScript API: every scheme with its parameters, every field of an answer.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { load } from '../../dist/poslab.js';
import { apart } from '../golden.mjs';

const lab = await load({ backend: 'cpu' });
after(() => lab.destroy());

/** Every scheme of the contract, with a value for each of its parameters. */
const grid = { rows: 4, columns: 4 };
const SCHEMES = {
  none: {},
  sinusoidal: { base: 100, layout: 'concatenated' },
  sinusoidal_2d: { ...grid, base: 100 },
  learned_2d: { ...grid, std: 0.1 },
  rope_2d: { ...grid, base: 100 },
  swin_2d: grid,
  learned: { max_len: 20, std: 0.1, beyond: 'clamp' },
  dynamic: { base: 100, centre: 4, width: 2 },
  table: { table: Array.from({ length: 16 }, (_, p) => [p, -p / 2]) },
  rope: { base: 100, pairing: 'interleaved', rotary_dim: 4, scaling: { kind: 'linear', factor: 2 } },
  xpos: { base: 100, pairing: 'interleaved', scale_base: 64 },
  alibi: { variant: 'mpt', direction: 'split' },
  t5: { buckets: 8, max_distance: 20, bidirectional: false },
  kerple: { variant: 'power' },
  fire: {},
  distance_decay: { rate: 0.2, reading: 'logits' },
  shaw: { clip: 3, values: false },
  transformer_xl: { base: 100, memory: 2 },
  deberta: { buckets: 0, max_position: 8 },
  cope: { max_position: 5 },
  hybrid: { window: 2, marked: [0, 3] },
  content_gate: { rate: 0.2 },
};
const scheme = (id) => ({ id, ...SCHEMES[id] });
const [D, HEADS, N] = [16, 2, 9];

test('the schemes are those of the contract', () => {
  assert.deepEqual(lab.schemes().map(({ id }) => id).sort(), Object.keys(SCHEMES).sort());
});

for (const { id, doors, parameters } of lab.schemes()) {
  test(`${id}: takes its parameters, and says what they are`, () => {
    const names = parameters.map(({ name }) => name);
    for (const name of Object.keys(SCHEMES[id])) assert.ok(names.includes(name), name);
    for (const { kind, range, choices, default: value } of parameters) {
      assert.equal(kind === 'whole' || kind === 'real', range !== undefined);
      assert.equal(kind === 'choice', choices !== undefined);
      if (range) assert.ok(range[0] <= value && value <= range[1]);
      if (choices) assert.ok(choices.includes(value));
    }
  });

  test(`${id}: encode gives every door that it opens, and null for the others`, async () => {
    const found = await lab.encode({ scheme: scheme(id), d_model: D, heads: HEADS, n: N });
    const bias = found.bias ?? found.damping ?? found.gate ?? null;
    const open = { input: found.input, rotation: found.rotation, bias, relative: found.relative };
    for (const [door, table] of Object.entries(open)) assert.equal(table !== null, doors.includes(door), door);
    if (found.input) assert.deepEqual(found.input.shape, [N, D]);
    if (bias) assert.deepEqual(bias.shape, [HEADS, N, N]);
    if (found.index) assert.deepEqual(found.index.shape, [N, N]);
    if (found.rotation) {
      const { angle, inv_freq, attention_factor } = found.rotation;
      assert.deepEqual(angle.shape, [N, inv_freq.length]);
      assert.equal(attention_factor, 1);
    }
    for (const table of Object.values(found.relative ?? {}).filter(Boolean)) {
      const [rows, width] = table.shape;
      assert.ok(width === D / HEADS || width === D);
      if (found.index) assert.ok(found.index.data.every((row) => Number.isInteger(row) && row < rows));
    }
    assert.equal('slopes' in found, id === 'alibi');
  });

  test(`${id}: a parameter that it hasn't is refused by name`, async () => {
    const request = { scheme: { id, colour: 3 }, d_model: D, heads: HEADS, n: N };
    await assert.rejects(lab.encode(request), /colour can't be 3: .*(parameters|its own are)/);
  });

  test(`${id}: attend and forward take it with its parameters`, async () => {
    const block = [0, 1].map((head) => Array.from({ length: N }, (_, i) =>
      Array.from({ length: D / HEADS }, (_, e) => Math.sin(head * 100 + i * 10 + e))));
    const attended = await lab.attend({ q: block, k: block, v: block, scheme: scheme(id) });
    assert.deepEqual(Object.keys(attended), ['q', 'k', 'scores', 'attention', 'output']);
    assert.deepEqual(attended.attention.shape, [HEADS, N, N]);
    assert.deepEqual(attended.output.shape, [HEADS, N, D / HEADS]);
    const model = { d_model: D, heads: HEADS };
    const forward = await lab.forward({ tokens: ['a', 'b', 'c'], scheme: scheme(id), model });
    assert.deepEqual(forward.tensors['attention.0'].shape, [HEADS, 3, 3]);
    assert.deepEqual(forward.pooled.shape, [D]);
    assert.ok(forward.pooled.data.every(Number.isFinite));
  });
}

test('a table of your own enters at the input, row by position', async () => {
  const table = [[0.5, -1], [1, 2], [0.25, 1e-3]];
  const ask = (more) => lab.encode({ scheme: { id: 'table', table }, d_model: 4, heads: 1, ...more });
  const { input } = await ask({ positions: [2, 0, 2] });
  const wanted = [0.25, 1e-3, 0, 0, 0.5, -1, 0, 0, 0.25, 1e-3, 0, 0];
  assert.ok(apart(input.data, wanted) < 1e-7);
  // As a text it means the same, and so it does to the model.
  const written = await lab.encode({ scheme: { id: 'table', table: '0.5,-1;1,2;0.25,1e-3' }, d_model: 4, n: 3 });
  assert.deepEqual(written.input.data, (await ask({ n: 3 })).input.data);
  const tokens = ['a', 'b', 'c'];
  const model = { d_model: 4, heads: 1 };
  const { tensors } = await lab.forward({ tokens, model, scheme: { id: 'table', table } });
  assert.deepEqual([...tensors['door.input'].data.slice(0, 4)], [0.5, -1, 0, 0]);
  await assert.rejects(ask({ n: 4 }), /position 3 has no row \(the table holds 3\)/);
  for (const [bad, message] of [
    [[[1], [1, 2]], /table can't be ragged: .*row 1 has 2/],
    [[[1, 2, 3, 4, 5]], /table can't be \[1, 5\]: at most 4 numbers a row/],
    [[], /table can't be .*at least one row/],
    ['1;x', /table can't be x: .*row 1/],
  ]) {
    const request = { scheme: { id: 'table', table: bad }, d_model: 4, heads: 1, n: 1 };
    await assert.rejects(lab.encode(request), { message });
  }
});

test('every scaling of a rotation is taken as a group', async () => {
  const encode = async (scaling, d_model = 8) =>
    (await lab.encode({ scheme: { id: 'rope', scaling }, d_model, heads: 1, n: 4 })).rotation;
  const plain = await encode({ kind: 'none' });
  const slowest = ({ inv_freq }) => inv_freq.at(-1) / plain.inv_freq.at(-1);
  const factor = 4;
  for (const [scaling, ratio] of [
    [{ kind: 'linear', factor }, 1 / 4],
    [{ kind: 'ntk', factor }, 1 / 4],
    [{ kind: 'dynamic', factor, original_length: 64, length: 64 }, 1],
    [{ kind: 'yarn', factor, original_length: 64, beta_fast: 32, beta_slow: 1, attention_factor: 1.5 }, 1 / 4],
    [{ kind: 'llama3', factor, original_length: 64, low_freq_factor: 1, high_freq_factor: 4 }, 1 / 4],
    [{ kind: 'longrope', factor, original_length: 64, factors: [1, 2, 3, 5] }, 1 / 5],
  ]) {
    const found = await encode(scaling);
    assert.ok(Math.abs(slowest(found) - ratio) < 1e-9, `${scaling.kind}: ${slowest(found)}`);
    if (scaling.attention_factor) assert.equal(found.attention_factor, scaling.attention_factor);
  }
  await assert.rejects(encode({ kind: 'longer' }), /scaling can't be longer: .*linear/);
});

test('encode takes as many heads as published models have', async () => {
  const ask = (heads, d_model) => lab.encode({ scheme: { id: 'alibi' }, d_model, heads, n: 2 });
  assert.equal((await ask(112, 224)).slopes.length, 112);
  await assert.rejects(ask(129, 258), /heads can't be 129: a whole number from 1 to 128/);
});

test('a seed draws other tables, and the same ones again', async () => {
  const ask = async (seed) => {
    const request = { scheme: { id: 'learned' }, d_model: 8, heads: 1, n: 3, seed };
    return [...(await lab.encode(request)).input.data];
  };
  assert.deepEqual(await ask(1), await ask(1));
  assert.notDeepEqual(await ask(1), await ask(2));
});

test('attend: bias, mask, padding and scale', async () => {
  const rows = [[[1, 0], [0, 1], [1, 1]]];
  const ask = (more) => lab.attend({ q: rows, k: rows, v: rows, ...more });
  const { scores } = await ask({});
  const wanted = [1, 0, 1, 0, 1, 1, 1, 1, 2].map((product) => product / Math.SQRT2);
  assert.ok(apart(scores.data, wanted) < 1e-6);
  const scaled = await ask({ scale: 2, bias: [[[0.5]]] });
  assert.ok(apart(scaled.scores.data, [2.5, 0.5, 2.5, 0.5, 2.5, 2.5, 2.5, 2.5, 4.5]) < 1e-6);
  const causal = await ask({ causal: true });
  assert.deepEqual([...causal.attention.data.slice(0, 3)], [1, 0, 0]);
  const padded = await ask({ key_padding: [false, false, true] });
  assert.ok([2, 5, 8].every((at) => padded.attention.data[at] === 0));
  const own = await ask({ bias: [[[0, -1, -2], [-1, 0, -1], [-2, -1, 0]]] });
  assert.ok(Math.abs(own.scores.data[2] - (wanted[2] - 2)) < 1e-6);
});

test('forward: texts, ids and positions of any kind', async () => {
  const scheme = { id: 'sinusoidal' };
  const output = async (more) => [...(await lab.forward({ scheme, ...more })).tensors.output.data];
  const tokens = ['a', 'b', 'c'];
  const plain = await output({ tokens });
  assert.deepEqual(await output({ tokens, position_ids: [0, 1, 2] }), plain);
  assert.notDeepEqual(await output({ tokens, position_ids: [5, 1, 900] }), plain);
  assert.notDeepEqual(await output({ tokens, positions: 'off' }), plain);
  const { tensors } = await lab.forward({ ids: [2, 0, 1], vocabulary: 3, scheme });
  assert.deepEqual([...tensors.ids.data], [2, 0, 1]);
  await assert.rejects(lab.forward({ tokens, scheme, positions: 'maybe' }), /positions can't be maybe/);
  await assert.rejects(lab.forward({ tokens, scheme, position_ids: [1] }), /position_ids can't be 1 entries/);
  await assert.rejects(lab.forward({ tokens, scheme, padding: { side: 'top', count: 1 } }), /side.*left.*right/);
  for (const [name, value] of Object.entries({ scale_embedding: true, embedding_std: 'inverse_sqrt_d', add: 'after_norm', d_ff: 8, layers: 2, seed: 8 })) {
    assert.notDeepEqual(await output({ tokens, model: { [name]: value } }), plain, name);
  }
});
