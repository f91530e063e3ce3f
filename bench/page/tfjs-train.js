// One optimiser step of a small Transformer in TensorFlow.js: what `lab.bench({ workload: "train_step" })` does, in its terms.
//
// A sequence of ids in, the sorted sequence asked at every place; sinusoids added to the embedding; blocks with a norm before attention and
// before a GELU network of width 4 d; cross-entropy; Adam. Ids are looked up by a product with one-hot rows, since the wasm
// backend has no gradient of `gather`.

import { frequencies } from "./workload.js";

const VOCABULARY = 64;
const RATE = 1e-3;

/** The sinusoidal table [n, d]. */
function positions(n, d) {
  const w = frequencies(d);
  return Float32Array.from({ length: n * d }, (_, at) => {
    const angle = Math.floor(at / d) * w[(at % d) >> 1];
    return at % 2 ? Math.cos(angle) : Math.sin(angle);
  });
}

function weightsOf(tf, { d, layers }) {
  const matrix = (rows, columns) => tf.variable(tf.randomNormal([rows, columns], 0, 1 / Math.sqrt(rows), "float32", 1));
  const filled = (size, value) => tf.variable(tf.fill([size], value));
  const norm = () => ({ gain: filled(d, 1), shift: filled(d, 0) });
  const linear = (from, to) => ({ w: matrix(from, to), b: filled(to, 0) });
  const block = () => ({
    before: norm(), q: linear(d, d), k: linear(d, d), v: linear(d, d), o: linear(d, d),
    middle: norm(), up: linear(d, 4 * d), down: linear(4 * d, d),
  });
  return { table: matrix(VOCABULARY, d), blocks: Array.from({ length: layers }, block), last: norm(), head: linear(d, VOCABULARY) };
}

const apply = (x, { w, b }) => x.matMul(w).add(b);

function normed(tf, x, { gain, shift }) {
  const { mean, variance } = tf.moments(x, 1, true);
  return x.sub(mean).div(tf.sqrt(variance.add(1e-5))).mul(gain).add(shift);
}

const gelu = (x) => x.mul(x.div(Math.SQRT2).erf().add(1)).mul(0.5);

function attended(x, { q, k, v, o }, { n, d, heads, batch }) {
  const width = d / heads;
  const heading = (weights) => apply(x, weights).reshape([batch, n, heads, width]).transpose([0, 2, 1, 3]);
  const scores = heading(q).matMul(heading(k), false, true).div(Math.sqrt(width));
  const mixed = scores.softmax().matMul(heading(v)).transpose([0, 2, 1, 3]).reshape([batch * n, d]);
  return apply(mixed, o);
}

/** A step on the same batch again and again: { step, stop }; `step` resolves to the loss, a tensor. */
export function training(tf, workload) {
  const { n, d, batch } = workload;
  const weights = weightsOf(tf, workload);
  const places = tf.tensor2d(positions(n, d), [n, d]);
  const ids = tf.randomUniform([batch, n], 0, VOCABULARY, "int32", 2);
  const oneHot = (rows) => tf.oneHot(rows.flatten().toInt(), VOCABULARY).toFloat();
  const asked = oneHot(ids);
  const answers = oneHot(tf.topk(ids, n).values.reverse(1));
  const optimiser = tf.train.adam(RATE);
  const loss = () => {
    let x = asked.matMul(weights.table).reshape([batch, n, d]).add(places).reshape([batch * n, d]);
    for (const block of weights.blocks) {
      x = x.add(attended(normed(tf, x, block.before), block, workload));
      x = x.add(apply(gelu(apply(normed(tf, x, block.middle), block.up)), block.down));
    }
    const logits = apply(normed(tf, x, weights.last), weights.head);
    return answers.mul(logits.logSoftmax()).sum(1).mean().neg();
  };
  return () => optimiser.minimize(loss, true);
}
