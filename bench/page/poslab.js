// PosLab itself, from dist/. options: { backend: "gpu" | "cpu" }
//
// `lab.bench` measures inside (warm-up apart; a run ends when the last row of its output was read). It hands no numbers back, so what
// it runs is checked through the same lab: `encode` at the measured size, `attend` (rotation and causal attention) on a smaller one.

import { LEARNING_STEPS, attendInputs, attendReference, largestError, reference } from "./workload.js";

/** Rows [n, heads * width] as [heads][n][width]. */
function byHead(rows, { n, d, heads }) {
  const width = d / heads;
  return Array.from({ length: heads }, (_, head) =>
    Array.from({ length: n }, (_, p) => Array.from(rows.subarray(p * d + head * width, p * d + (head + 1) * width))));
}

/** [heads, n, width] as rows [n, heads * width]. */
function byRow(data, { n, d, heads }) {
  const width = d / heads;
  return Float32Array.from({ length: n * d }, (_, at) => data[(Math.floor((at % d) / width) * n + Math.floor(at / d)) * width + (at % width)]);
}

/** Rows of one request: the API takes as many positions as a sequence may have. */
const ROWS = 8192;

async function checkEncode(lab, workload) {
  const { n, d } = workload;
  const table = new Float32Array(n * d);
  for (let first = 0; first < n; first += ROWS) {
    const positions = Array.from({ length: Math.min(ROWS, n - first) }, (_, row) => first + row);
    const scheme = { id: "sinusoidal", base: 10000, layout: "interleaved" };
    const { input } = await lab.encode({ scheme, d_model: d, heads: 1, positions });
    table.set(input.data, first * d);
  }
  return largestError(table, reference(workload));
}

async function checkAttention(lab, workload) {
  const small = { ...workload, n: 64, d: 64 };
  const [q, k, v] = attendInputs(small);
  const [hq, hk, hv] = [q, k, v].map((rows) => byHead(rows, small));
  const scheme = { id: "rope", base: 10000, pairing: "half_split" };
  const { output } = await lab.attend({ q: hq, k: hk, v: hv, scheme, causal: true });
  return largestError(byRow(output.data, small), attendReference(q, k, v, small));
}

/** The loss after some steps over the first one. */
async function checkTraining(lab, { n, d, heads, layers, batch }) {
  const model = { d_model: d, heads, layers, d_ff: 4 * d };
  const request = { task: "sort", schemes: [{ id: "sinusoidal" }], model, length: n, batch, steps: LEARNING_STEPS + 2 };
  const losses = [];
  await lab.train({ ...request, learning_rate: 1e-3, evaluate_at: [n] }, ({ loss }) => losses.push(loss[0]));
  return losses.at(-1) / losses[0];
}

/** The longest time for which the page answered no message while `work` ran. */
async function longestWait(work) {
  const { port1, port2 } = new MessageChannel();
  let [last, longest, done] = [performance.now(), 0, false];
  const ended = new Promise((resolve) => {
    port1.onmessage = () => {
      const now = performance.now();
      [longest, last] = [Math.max(longest, now - last), now];
      if (done) resolve();
      else port2.postMessage(0);
    };
  });
  port2.postMessage(0);
  await work();
  done = true;
  await ended;
  port1.close();
  return longest;
}

const CHECKS = { encode: checkEncode, attention: checkAttention, train_step: checkTraining };

export async function open({ backend }) {
  const { load } = await import("/dist/poslab.js");
  const lab = await load({ backend });

  async function start(workload) {
    const { kind, ...sizes } = workload;
    const request = { workload: kind, ...sizes };
    return {
      turn: async (runs) => [(await lab.bench({ ...request, runs })).median_ms],
      check: () => CHECKS[kind](lab, workload),
      stop: () => {},
    };
  }

  /** An encoding's doors at each of these lengths: [[median ms, bytes, ms for which `encode` held up the page at a stretch], ...]. */
  async function grow(id, { lengths, d, heads }) {
    const known = new Set(lab.schemes().find((scheme) => scheme.id === id).parameters.map(({ name }) => name));
    const grown = [];
    for (const n of lengths) {
      // A table that is too short would be refused.
      const sizes = Object.entries({ max_len: n, rows: n / 32, columns: 32, table: Array(n).fill([1]) }).filter(([name]) => known.has(name));
      const scheme = { id, ...Object.fromEntries(sizes) };
      const { median_ms, bytes } = await lab.bench({ workload: "encode", n, d, heads, scheme, runs: 5 });
      const held = await longestWait(() => lab.encode({ scheme, d_model: d, heads, n }));
      grown.push([median_ms, bytes, held]);
    }
    return grown;
  }

  return { schemes: lab.schemes().map(({ id }) => id), grow, about: { adapter: lab.adapter, threads: backend === "cpu" ? 1 : 0 }, start };
}
