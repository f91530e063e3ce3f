// Who is measured, on what.

import { availableParallelism } from "node:os";

/** As many threads as the peers would sensibly take; at least two, so that "threaded" means something. */
const THREADS = Math.max(2, Math.min(4, availableParallelism()));

const ort = (id, name, options) => ({ id, name, module: "./ort.js", options: { graph: "plain", threads: 1, ...options } });
const tfjs = (id, name, options) => ({ id, name, module: "./tfjs.js", options: { threads: 1, ...options } });

/** Contestants by device. `attentionOnly`: its graph differs from the plain one in attention alone. */
export const CONTESTANTS = [
  { id: "poslab-gpu", name: "PosLab GPU", module: "./poslab.js", options: { backend: "gpu" }, device: "gpu" },
  { ...tfjs("tfjs-webgpu", "tfjs WebGPU", { backend: "webgpu" }), device: "gpu" },
  { ...ort("ort-webgpu", "ORT WebGPU, plain", { backend: "webgpu" }), device: "gpu" },
  { ...ort("ort-webgpu-mha", "ORT WebGPU, MultiHeadAttention", { backend: "webgpu", graph: "multiHead", subgroups: false }), device: "gpu", attentionOnly: true },
  { ...ort("ort-webgpu-gqa", "ORT WebGPU, GroupQueryAttention", { backend: "webgpu", graph: "groupQuery", subgroups: false }), device: "gpu", attentionOnly: true },
  { id: "poslab-cpu", name: "PosLab CPU", module: "./poslab.js", options: { backend: "cpu" }, device: "cpu" },
  { ...tfjs("tfjs-wasm-1", "tfjs wasm", { backend: "wasm" }), device: "cpu" },
  { ...tfjs("tfjs-wasm-n", "tfjs wasm, threads", { backend: "wasm", threads: THREADS }), device: "cpu" },
  { ...ort("ort-wasm-1", "ORT wasm, plain", { backend: "wasm" }), device: "cpu" },
  { ...ort("ort-wasm-n", "ORT wasm, plain, threads", { backend: "wasm", threads: THREADS }), device: "cpu" },
  { ...ort("ort-wasm-mha", "ORT wasm, MultiHeadAttention", { backend: "wasm", graph: "multiHead" }), device: "cpu", attentionOnly: true },
  { ...ort("ort-wasm-gqa", "ORT wasm, GroupQueryAttention", { backend: "wasm", graph: "groupQuery" }), device: "cpu", attentionOnly: true },
];

export const WORKLOADS = [
  { kind: "encode", n: 4096, d: 512 },
  { kind: "encode", n: 16384, d: 1024 },
  { kind: "attention", n: 256, d: 256, heads: 8 },
  { kind: "attention", n: 512, d: 512, heads: 8 },
  { kind: "train_step", n: 32, d: 64, heads: 4, layers: 2, batch: 32, models: 1 },
  { kind: "train_step", n: 32, d: 64, heads: 4, layers: 2, batch: 32, models: 8 },
];

/** Whether a contestant takes part: ORT doesn't train here, and only PosLab trains several models as one program. */
export function takesPart({ module, attentionOnly }, { kind, models = 1 }) {
  if (kind === "train_step") return module === "./poslab.js" || (module === "./tfjs.js" && models === 1);
  return !attentionOnly || kind === "attention";
}

/** Lengths at which every encoding's doors are opened, with this model; the longest has to fit one frame on the CPU. */
export const GROWTH = { lengths: [512, 1024, 2048], d: 256, heads: 8, frameMs: 16 };

export function label({ kind, n, d, heads, models }) {
  const size = [n, d, heads].filter(Boolean).join(", ");
  return models ? `${kind} (${size}), ${models} model${models > 1 ? "s" : ""}` : `${kind} (${size})`;
}

/** Largest error that passes for a right answer; of training, the loss that is left of the first one. Peers take f32 sines of angles in the thousands; PosLab's table is exact. */
export function tolerance(workload, contestant) {
  if (workload.kind === "train_step") return 0.999;
  if (workload.kind === "attention") return 1e-3;
  return contestant.module === "./poslab.js" ? 2e-7 : 2e-2;
}

const attentionSizes = WORKLOADS.filter(({ kind }) => kind === "attention");
const [trainOne] = WORKLOADS.filter(({ kind }) => kind === "train_step");
const encodeSizes = WORKLOADS.filter(({ kind }) => kind === "encode");

/** ours must be `times` as fast as the fastest of `peers`; perCore counts a peer's time once per thread it used. */
export const TARGETS = [
  ...attentionSizes.flatMap((workload) => [
    { workload, ours: "poslab-gpu", peers: ["ort-webgpu"], times: 3 },
    { workload, ours: "poslab-gpu", peers: ["ort-webgpu-mha", "ort-webgpu-gqa"], times: 1.5 },
    { workload, ours: "poslab-cpu", peers: ["tfjs-wasm-1", "tfjs-wasm-n"], times: 2 },
    { workload, ours: "poslab-cpu", peers: ["ort-wasm-1", "ort-wasm-n", "ort-wasm-mha", "ort-wasm-gqa"], times: 0.5, perCore: true },
  ]),
  ...encodeSizes.map((workload) => ({ workload, ours: "poslab-gpu", peers: ["tfjs-webgpu"], times: 6 })),
  { workload: trainOne, ours: "poslab-gpu", peers: ["tfjs-webgpu"], times: 3 },
  { workload: trainOne, ours: "poslab-cpu", peers: ["tfjs-wasm-1", "tfjs-wasm-n"], times: 4 },
  { workload: encodeSizes[0], ours: "poslab-cpu", peers: ["ort-wasm-1", "ort-wasm-n"], times: 1 },
];
