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

/** Differences as shares of what is wanted. */
const relative = (got, wanted) =>
  apart(got.map((number, i) => number / wanted[i]), wanted.map(() => 1));

/** `rope_scaling` in our words: the file has those of the library that it comes from. */
async function rope_scaling(lab, { kind, params, input, output }) {
  const { head_dim, base, factor, beta_fast, beta_slow, low_freq_factor, high_freq_factor } = params;
  const original_length = params.original_max_position_embeddings ?? params.max_position_embeddings;
  const own = {
    linear: { factor },
    dynamic: { factor, original_length, length: input.seq_len },
    yarn: { factor, original_length, beta_fast, beta_slow },
    llama3: { factor, original_length, low_freq_factor, high_freq_factor },
  };
  const scheme = { id: 'rope', base, scaling: { kind, ...own[kind] } };
  const { rotation } = await lab.encode({ scheme, d_model: head_dim, heads: 1, n: 1 });
  const factors = relative([rotation.attention_factor], [output.attention_factor]);
  return Math.max(relative(rotation.inv_freq, output.inv_freq), factors);
}

async function alibi(lab, { variant, params: { heads }, output }) {
  const scheme = { id: 'alibi', variant };
  const { slopes, bias } = await lab.encode({ scheme, d_model: 4 * heads, heads, n: 3 });
  // Query 2 and key 0 of each head lie two apart.
  const twice = output.slopes.map((_, head) => bias.data[head * 9 + 6] / -2);
  return Math.max(relative(slopes, output.slopes), relative(twice, output.slopes));
}

async function t5(lab, { params, input, output }) {
  const { num_buckets: buckets, max_distance, bidirectional } = params;
  const scheme = { id: 't5', buckets, max_distance, bidirectional };
  const positions = [0, ...input.relative_positions];
  const { index } = await lab.encode({ scheme, d_model: 2, heads: 1, positions });
  return apart([...index.data.slice(1, positions.length)], output.buckets);
}

async function deberta(lab, { params, input, output }) {
  const { bucket_size: buckets, max_position } = params;
  const scheme = { id: 'deberta', buckets, max_position };
  // These are query less key.
  const positions = [0, ...input.relative_positions.map((position) => -position)];
  const { index } = await lab.encode({ scheme, d_model: 2, heads: 1, positions });
  // Beyond the last position buckets go on in the formula, and the table ends.
  const wanted = output.buckets.map((bucket) => Math.max(-buckets, Math.min(buckets, bucket)) + buckets);
  return apart([...index.data.slice(1, positions.length)], wanted);
}

/** The files whose cases a lab can be asked; what training and layers give is checked natively. */
const FILES = { sinusoidal, rope, rope_scaling, alibi, t5, deberta, attention };

/** Every golden case: what it is, how far the lab's answer is off, and how far it may be. */
export async function goldenCases(lab) {
  const found = [];
  for (const [file, ask] of Object.entries(FILES)) {
    for (const golden of await cases(file)) {
      const { tolerance, params, source } = golden;
      const own = golden.layout ?? golden.pairing ?? golden.kind ?? golden.variant ?? '';
      const name = `${file} ${own} ${JSON.stringify(params)}: ${source}`;
      found.push({ name, off: await ask(lab, golden), allowed: Math.max(tolerance, F32) });
    }
  }
  return found;
}
