// What is computed, and a reference to check it by. The same seeded inputs go to every peer.
//
// encode    table [n, d]: row p = sin(p w_0), cos(p w_0), sin(p w_1), ...  with w_i = 10000^(-2i/d)
// attention x [n, d]: q = x Wq, k = x Wk, v = x Wv; q and k turned by RoPE (halves paired, base 10000) in each head of width d / heads;
//           softmax(q k^T / sqrt(width), causal) v; the heads side by side, times Wo. No batch, no biases, float32.

// train_step one step of Adam on a batch of `batch` sequences of n of 64 ids: embedding, sinusoids, `layers` blocks (heads, GELU of width 4 d),
//           cross-entropy at every place. Checked by learning: the loss after LEARNING_STEPS steps over the first one.

const BASE = 10000;

/** Steps after which a loss has to have fallen. */
export const LEARNING_STEPS = 6;

/** w_i = 10000^(-2i/width), i < width / 2, in f64. */
export function frequencies(width) {
  return Float64Array.from({ length: width / 2 }, (_, i) => BASE ** ((-2 * i) / width));
}

/** mulberry32, as numbers of mean 0 and variance `scale`^2. */
function noise(seed, length, scale) {
  const spread = 2 * Math.sqrt(3) * scale;
  let state = seed;
  return Float32Array.from({ length }, () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (((t ^ (t >>> 14)) >>> 0) / 2 ** 32 - 0.5) * spread;
  });
}

/** Queries, keys and values of unit variance, rows [n, d]: far from a uniform softmax, so that an error shows. */
export function attendInputs({ n, d }) {
  return [6, 7, 8].map((seed) => noise(seed, n * d, 1));
}

/** The input and the four weights, [d, d] row-major, columns are outputs. */
export function attentionInputs({ n, d }) {
  const weight = (seed) => noise(seed, d * d, 1 / Math.sqrt(d));
  return { x: noise(1, n * d, 1), q: weight(2), k: weight(3), v: weight(4), o: weight(5) };
}

/** Cosines and sines of p w_i, each [n, width / 2]. */
export function rotaryTables(n, width) {
  const w = frequencies(width);
  const table = (f) => Float32Array.from({ length: n * w.length }, (_, at) => f(Math.floor(at / w.length) * w[at % w.length]));
  return { cos: table(Math.cos), sin: table(Math.sin) };
}

/** Each row of an [n, half] table followed by itself: the [n, 2 half] form that a graph of plain operations multiplies by. */
export function doubled(table, n) {
  const half = table.length / n;
  return Float32Array.from({ length: 2 * table.length }, (_, at) => table[Math.floor(at / (2 * half)) * half + (at % half)]);
}

/** 0 where key <= query, a large negative elsewhere, [n, n]. */
export function causalMask(n) {
  return Float32Array.from({ length: n * n }, (_, at) => (at % n <= Math.floor(at / n) ? 0 : -1e9));
}

function product(a, b, rows, inner, columns) {
  const out = new Float32Array(rows * columns);
  for (let r = 0; r < rows; r++)
    for (let i = 0; i < inner; i++) {
      const factor = a[r * inner + i];
      for (let c = 0; c < columns; c++) out[r * columns + c] += factor * b[i * columns + c];
    }
  return out;
}

function rotate(rows, n, d, width) {
  const { cos, sin } = rotaryTables(n, width);
  const half = width / 2;
  for (let p = 0; p < n; p++)
    for (let head = 0; head < d; head += width)
      for (let i = 0; i < half; i++) {
        const [at, c, s] = [p * d + head + i, cos[p * half + i], sin[p * half + i]];
        const [a, b] = [rows[at], rows[at + half]];
        rows[at] = a * c - b * s;
        rows[at + half] = b * c + a * s;
      }
}

/** Causal attention of rotated q and k, rows [n, heads * width]. */
function mix(q, k, v, n, d, width) {
  const out = new Float32Array(n * d);
  const dot = (p, j, head) => {
    let sum = 0;
    for (let i = head; i < head + width; i++) sum += q[p * d + i] * k[j * d + i];
    return sum / Math.sqrt(width);
  };
  for (let p = 0; p < n; p++)
    for (let head = 0; head < d; head += width) {
      const scores = Array.from({ length: p + 1 }, (_, j) => dot(p, j, head));
      const top = scores.reduce((a, b) => Math.max(a, b));
      const weights = scores.map((score) => Math.exp(score - top));
      const sum = weights.reduce((a, b) => a + b);
      weights.forEach((weight, j) => {
        for (let i = head; i < head + width; i++) out[p * d + i] += (weight / sum) * v[j * d + i];
      });
    }
  return out;
}

/** Attention of q, k, v [n, d] (unrotated), before the output projection. */
export function attendReference(q, k, v, { n, d, heads }) {
  const width = d / heads;
  const [turnedQ, turnedK] = [q.slice(), k.slice()];
  rotate(turnedQ, n, d, width);
  rotate(turnedK, n, d, width);
  return mix(turnedQ, turnedK, v, n, d, width);
}

/** The whole attention workload. */
function attentionReference(workload) {
  const { n, d } = workload;
  const { x, q, k, v, o } = attentionInputs(workload);
  const [qs, ks, vs] = [q, k, v].map((weights) => product(x, weights, n, d, d));
  return product(attendReference(qs, ks, vs, workload), o, n, d, d);
}

function encodeReference({ n, d }) {
  const w = frequencies(d);
  return Float64Array.from({ length: n * d }, (_, at) => {
    const angle = Math.floor(at / d) * w[(at % d) >> 1];
    return at % 2 ? Math.cos(angle) : Math.sin(angle);
  });
}

export function reference(workload) {
  return workload.kind === "encode" ? encodeReference(workload) : attentionReference(workload);
}

/** The largest difference; infinite where lengths differ or a value isn't finite. */
export function largestError(got, want) {
  if (got.length !== want.length) return Infinity;
  let worst = 0;
  for (let i = 0; i < want.length; i++) {
    const error = Math.abs(got[i] - want[i]);
    if (!(error <= worst)) worst = Number.isFinite(error) ? error : Infinity;
  }
  return worst;
}
