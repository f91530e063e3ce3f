// lab.train in Node: progress, results, an end by signal, refusals.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { load } from '../../dist/poslab.js';

let lab;
before(async () => {
  lab = await load();
});

const small = { d_model: 16, heads: 2, layers: 1, d_ff: 32 };
const moment = {
  task: 'role',
  schemes: [{ id: 'none' }, { id: 'rope' }],
  model: small,
  length: 8,
  steps: 30,
  batch: 8,
};

test('a race: the coin stays a coin, and relative vectors solve it', async () => {
  const seen = [];
  const schemes = [{ id: 'none' }, { id: 'rope', base: 100 }, { id: 'shaw', values: false }];
  const trained = await lab.train(
    {
      task: 'role',
      schemes,
      length: 12,
      steps: 200,
      model: { d_model: 32, heads: 4, layers: 1, d_ff: 32 },
      evaluate_at: [12, 24],
      evaluate_scaling: [{ kind: 'off' }, { kind: 'yarn', factor: 2 }],
    },
    (progress) => seen.push(progress),
  );
  assert.equal(seen.length, 100);
  assert.deepEqual(
    [seen[0].step, seen.at(-1).step, seen[0].steps, seen[0].loss.length],
    [2, 200, 200, 3],
  );
  assert.deepEqual(trained.schemes.map(({ scheme }) => scheme), schemes);
  const [none, rope, shaw] = trained.schemes;
  const at = ({ accuracy_at }) => accuracy_at['12'];
  assert.ok(at(none) > 0.4 && at(none) < 0.6, `none: ${at(none)}`);
  assert.ok(at(rope) > 0.95 && at(shaw) > 0.95, `rope: ${at(rope)}, shaw: ${at(shaw)}`);
  assert.ok(shaw.accuracy_at['24'] > 0.9);
  assert.equal(rope.new_positions_at['12'], null);
  assert.equal(rope.loss.length, 100);
  assert.deepEqual(
    rope.scaled.map(({ scaling }) => scaling),
    [{ kind: 'off' }, { kind: 'yarn', factor: 2 }],
  );
  assert.ok(rope.scaled[0].accuracy_at['12'] < 0.7, 'rope without positions tosses a coin');
  assert.equal(shaw.scaled[1], null);
  assert.deepEqual(none.metrics.door_gradient, []);
  assert.ok(rope.metrics.door_gradient.every((norm) => norm > 0));
  assert.ok(shaw.metrics.door_gradient.every((norm) => norm > 0));
  assert.equal(shaw.metrics.position_parameters, 17 * 8);
  assert.ok(rope.metrics.entropy[0].every((nats) => nats > 0 && nats <= Math.log(12) + 1e-6));
  assert.ok(rope.metrics.distance[0].every((tokens) => tokens > 0 && tokens < 11));
  // No bidirectional model without absolute positions can tell where a token stands.
  assert.equal(rope.metrics.readout.length, 2);
  assert.ok(none.metrics.readout.every((share) => share < 0.2), `${none.metrics.readout}`);
  assert.ok(trained.steps_per_second > 0 && trained.seconds > 0);
});

test('a seed gives the same race twice', async () => {
  const losses = async (seed) => {
    const { schemes } = await lab.train({ ...moment, seed });
    return schemes.map(({ loss }) => loss);
  };
  const first = await losses(1);
  assert.deepEqual(first, await losses(1));
  assert.notDeepEqual(first, await losses(2));
});

test('a signal ends it, before or while it runs, and the lab goes on', async () => {
  const early = AbortSignal.abort();
  await assert.rejects(lab.train(moment, undefined, early), { name: 'AbortError' });
  const controller = new AbortController();
  const steps = [];
  const on = ({ step }) => {
    steps.push(step);
    if (step === 5) controller.abort(new Error('enough'));
  };
  await assert.rejects(lab.train(moment, on, controller.signal), /enough/);
  assert.equal(steps.at(-1), 5);
  assert.equal((await lab.train(moment)).schemes.length, 2);
});

test('a listener that throws ends nothing', async () => {
  const on = () => {
    throw new Error('not mine');
  };
  assert.equal((await lab.train(moment, on)).schemes.length, 2);
});

test('every encoding trains', async () => {
  for (const { id } of lab.schemes()) {
    const trained = await lab.train({ ...moment, schemes: [{ id }], steps: 2, evaluate_at: [] });
    const { loss } = trained.schemes[0];
    assert.ok(loss.length > 0 && loss.every(Number.isFinite), `${id}: ${loss}`);
  }
});

const refused = [
  ['a task', /task can't be nope: role.* are allowed/, { task: 'nope' }],
  ['no scheme', /schemes can't be 0/, { schemes: [] }],
  ['an unknown scheme', /scheme can't be nope/, { schemes: [{ id: 'nope' }] }],
  ['a length', /length can't be 2: a whole number from 3/, { length: 2 }],
  ['no steps', /steps can't be 0/, { steps: 0 }],
  ['a test length', /evaluate_at\[1\] can't be 5000/, { evaluate_at: [8, 5000] }],
  ['a remedy', /evaluate_scaling\[0\].kind can't be magic/, { evaluate_scaling: [{ kind: 'magic' }] }],
  ['a misspelt field', /step_count/, { step_count: 3 }],
  ['a step too large', /batch can't be 1024/, { batch: 1024, length: 512 }],
];
for (const [name, message, change] of refused) {
  test(`refused: ${name}`, async () => {
    await assert.rejects(lab.train({ ...moment, ...change }), { message });
  });
}

test('a training step is timed', async () => {
  const timing = await lab.bench({ workload: 'train_step', n: 8, d: 16, heads: 2, batch: 4, models: 2, runs: 3 });
  assert.equal(timing.runs, 3);
  assert.ok(timing.min_ms > 0 && timing.min_ms <= timing.median_ms);
});
