// TensorFlow.js. options: { backend: "webgpu" | "wasm", threads }

import { LEARNING_STEPS, attentionInputs, causalMask, doubled, frequencies, largestError, reference, rotaryTables } from "./workload.js";
import { timed } from "./stage.js";
import { training } from "./tfjs-train.js";

const ROOT = "/peers/@tensorflow";

function script(src) {
  return new Promise((resolve, reject) => {
    const element = Object.assign(document.createElement("script"), { src, onload: resolve, onerror: () => reject(new Error(`cannot load ${src}`)) });
    document.head.append(element);
  });
}

/** The resident tensors of a workload and the function that makes its output from them. */
function encodePlan(tf, { n, d }) {
  const positions = tf.tensor2d(Float32Array.from({ length: n }, (_, p) => p), [n, 1]);
  const waves = tf.tensor2d(Float32Array.from(frequencies(d)), [1, d / 2]);
  return () => {
    const angle = tf.mul(positions, waves);
    return tf.stack([tf.sin(angle), tf.cos(angle)], 2).reshape([n, d]);
  };
}

function attentionPlan(tf, workload) {
  const { n, d, heads } = workload;
  const width = d / heads;
  const inputs = attentionInputs(workload);
  const tables = rotaryTables(n, width);
  const x = tf.tensor2d(inputs.x, [n, d]);
  const [wq, wk, wv, wo] = [inputs.q, inputs.k, inputs.v, inputs.o].map((data) => tf.tensor2d(data, [d, d]));
  const [cos, sin] = [tables.cos, tables.sin].map((table) => tf.tensor2d(doubled(table, n), [n, width]));
  const mask = tf.tensor2d(causalMask(n), [n, n]);
  const scale = tf.scalar(1 / Math.sqrt(width));
  const heading = (weight) => tf.matMul(x, weight).reshape([n, heads, width]).transpose([1, 0, 2]);
  const rotated = (rows) => {
    const [low, high] = tf.split(rows, 2, 2);
    return rows.mul(cos).add(tf.concat([high.neg(), low], 2).mul(sin));
  };
  return () => {
    const scores = tf.matMul(rotated(heading(wq)), rotated(heading(wk)), false, true).mul(scale).add(mask);
    const mixed = tf.matMul(tf.softmax(scores), heading(wv));
    return tf.matMul(mixed.transpose([1, 0, 2]).reshape([n, d]), wo);
  };
}

export async function open({ backend, threads }) {
  await script(`${ROOT}/tfjs/dist/tf.min.js`);
  await script(`${ROOT}/tfjs-backend-${backend}/dist/tf-backend-${backend}.min.js`);
  const { tf } = window;
  if (backend === "wasm") {
    tf.wasm.setWasmPaths(`${ROOT}/tfjs-backend-wasm/dist/`);
    tf.env().set("WASM_HAS_MULTITHREAD_SUPPORT", threads > 1);
    tf.wasm.setThreadsCount(threads);
  }
  if (!(await tf.setBackend(backend))) throw new Error(`tfjs has no ${backend} backend here`);
  await tf.ready();

  /** Steps of training; a step is over when its loss was read. */
  function startTraining(workload) {
    tf.engine().startScope();
    const step = training(tf, workload);
    const once = async () => {
      const loss = step();
      const [value] = await loss.data();
      loss.dispose();
      return value;
    };
    const check = async () => {
      const first = await once();
      for (let i = 0; i < LEARNING_STEPS; i++) await once();
      return (await once()) / first;
    };
    return { turn: (runs) => timed(runs, once), check, stop: () => tf.engine().endScope() };
  }

  async function start(workload) {
    if (workload.kind === "train_step") return startTraining(workload);
    tf.engine().startScope();
    const plan = workload.kind === "encode" ? encodePlan(tf, workload) : attentionPlan(tf, workload);

    // Wasm operations are synchronous; on the GPU the recorded commands are submitted and the queue is waited for.
    async function once() {
      const output = tf.tidy(plan);
      if (backend === "webgpu") {
        tf.backend().endComputePassEncoder();
        tf.backend().submitQueue();
        await tf.backend().queue.onSubmittedWorkDone();
      }
      output.dispose();
    }

    async function check() {
      const output = tf.tidy(plan);
      const data = await output.data();
      output.dispose();
      return largestError(data, reference(workload));
    }

    return { turn: (runs) => timed(runs, once), check, stop: () => tf.engine().endScope() };
  }

  const used = backend === "wasm" ? (threads > 1 ? tf.wasm.getThreadsCount() : 1) : 0;
  return { about: { version: tf.version.tfjs, threads: used }, start };
}
