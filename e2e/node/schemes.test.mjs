// Every scheme through the API on the CPU: it runs, its numbers are finite, and padding on either side changes no token.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { load } from '../../dist/poslab.js';

const lab = await load({ backend: 'cpu' });
after(() => lab.destroy());

const schemes = lab.schemes().map(({ id }) => id);
const model = { d_model: 16, heads: 2, seed: 3 };
const tokens = ['a', 'b', 'c', 'b', 'd'];

const finite = (tensor) => tensor.data.every(Number.isFinite);
const rows = ({ shape, data }, from, count) => [...data.slice(from * shape[1], (from + count) * shape[1])];

function near(got, want, what) {
  assert.equal(got.length, want.length, what);
  got.forEach((value, i) => assert.ok(Math.abs(value - want[i]) < 1e-4, `${what}[${i}]: ${value}, not ${want[i]}`));
}

test('there are the schemes of the contract', () => {
  assert.ok(schemes.length >= 21, schemes.join(', '));
});

for (const id of schemes) {
  for (const causal of [false, true]) {
    test(`${id}, ${causal ? 'causal' : 'bidirectional'}`, async () => {
      const ask = (more) => lab.forward({ tokens, scheme: { id }, model: { ...model, causal }, ...more });
      const plain = await ask({});
      for (const tensor of Object.values(plain.tensors)) assert.ok(finite(tensor));
      const output = rows(plain.tensors.output, 0, tokens.length);
      for (const [side, from] of [['left', 3], ['right', 0]]) {
        const padded = await ask({ padding: { side, count: 3 } });
        near(rows(padded.tensors.output, from, tokens.length), output, `${id}, padded on the ${side}`);
        near([...padded.pooled.data], [...plain.pooled.data], `${id}, pooled, padded on the ${side}`);
      }
    });
  }

  test(`${id}: one token at a time equals all at once`, async () => {
    const n = 6;
    const number = (i) => Math.sin(1 + i * 1.7);
    const block = (at) => [0, 1].map((h) => Array.from({ length: n }, (_, i) =>
      Array.from({ length: 8 }, (_, e) => number(at + h * 91 + i * 8 + e))));
    const [q, k, v] = [block(0), block(500), block(900)];
    const scheme = { id };
    const whole = await lab.attend({ q, k, v, scheme, causal: true });
    for (let t = 0; t < n; t += 1) {
      const upTo = (x) => x.map((head) => head.slice(0, t + 1));
      const last = q.map((head) => [head[t]]);
      const step = await lab.attend({ q: last, k: upTo(k), v: upTo(v), scheme, causal: true });
      const want = [0, 1].flatMap((h) => [...whole.output.data.slice((h * n + t) * 8, (h * n + t) * 8 + 8)]);
      near([...step.output.data], want, `${id} at ${t}`);
    }
  });

  test(`${id}: its doors hold finite numbers`, async () => {
    const doors = await lab.encode({ scheme: { id }, d_model: 16, heads: 2, n: 9 });
    const tables = [doors.input, doors.bias, doors.index, doors.rotation?.angle, ...Object.values(doors.relative ?? {})];
    for (const table of tables.filter(Boolean)) assert.ok(finite(table));
  });
}
