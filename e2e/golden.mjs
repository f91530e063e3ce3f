// The golden values of tests/golden, asked of a lab through the JavaScript API: in Node, and in a browser.

import { readFile } from 'node:fs/promises';

/** What 32-bit arithmetic is held to at least. */
const F32 = 2e-6;

const cases = async (file) => {
  const url = new URL(`../tests/golden/${file}.json`, import.meta.url);
  return JSON.parse(await readFile(url, 'utf8')).cases;
};

/** The largest difference between two lists; infinite where they differ in length or hold no numbers. */
export function apart(got, wanted) {
  if (got.length !== wanted.length || wanted.length === 0) return Infinity;
  const differences = wanted.map((number, i) => Math.abs(got[i] - number));
  return differences.some(Number.isNaN) ? Infinity : Math.max(...differences);
}

const flat = (nested) => nested.flat(Infinity);

/** x [n, k] times w [k, m]. */
const product = (x, w) =>
  x.map((row) => w[0].map((_, column) => row.reduce((sum, v, i) => sum + v * w[i][column], 0)));

/** [n, heads * headDim] as [heads][n][headDim]. */
const byHead = (x, heads, headDim) =>
  Array.from({ length: heads }, (_, head) =>
    x.map((row) => row.slice(head * headDim, (head + 1) * headDim)),
  );

async function sinusoidal(lab, { layout, params, input, output }) {
  const { d_model, base } = params;
  const scheme = { id: 'sinusoidal', layout, base };
  const doors = await lab.encode({ scheme, d_model, heads: 1, positions: input.positions });
  // Of a wide table the file holds the first columns.
  const shown = output[0].length;
  const got = output.flatMap((_, row) => [
    ...doors.input.data.slice(row * d_model, row * d_model + shown),
  ]);
  return apart(got, flat(output));
}

async function rope(lab, { pairing, params, input, output }) {
  const scheme = { id: 'rope', pairing, base: params.base };
  const { q, k, positions } = input;
  const turned = await lab.attend({ q, k, v: k, scheme, positions });
  return Math.max(apart(turned.q.data, flat(output.q)), apart(turned.k.data, flat(output.k)));
}

async function attention(lab, { params, input, output }) {
  const { heads, head_dim, causal, padded_keys_at_end } = params;
  const n = input.x.length;
  const [q, k, v] = ['w_q', 'w_k', 'w_v'].map((w) =>
    byHead(product(input.x, input[w]), heads, head_dim),
  );
  const key_padding = input.x.map((_, key) => key >= n - padded_keys_at_end);
  const request = { q, k, v, bias: input.score_bias, causal, key_padding };
  const attended = await lab.attend(request);
  const at = (head, row) => (head * n + row) * head_dim;
  const joined = input.x.map((_, row) =>
    Array.from({ length: heads }, (_, head) => [
      ...attended.output.data.slice(at(head, row), at(head, row) + head_dim),
    ]).flat(),
  );
  const y = product(joined, input.w_o);
  return Math.max(
    apart(attended.attention.data, flat(output.attention)),
    apart(flat(y), flat(output.y)),
  );
}

/** Every golden case: what it is, how far the lab's answer is off, and how far it may be. */
export async function goldenCases(lab) {
  const found = [];
  for (const [file, ask] of Object.entries({ sinusoidal, rope, attention })) {
    for (const golden of await cases(file)) {
      const { tolerance, params, source } = golden;
      const name = `${file} ${golden.layout ?? golden.pairing ?? ''} ${JSON.stringify(params)}: ${source}`;
      found.push({ name, off: await ask(lab, golden), allowed: Math.max(tolerance, F32) });
    }
  }
  return found;
}
