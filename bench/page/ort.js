// onnxruntime-web. options: { backend: "webgpu" | "wasm", threads, graph: "plain" | "multiHead" | "groupQuery", subgroups }
//
// Its fused attention uses subgroups where the device has them, and gives wrong numbers for a software adapter's subgroups of four.
// Given a device without that feature (subgroups: false) it is right, so that is the form to compare with.

import { attentionInputs, largestError, reference } from "./workload.js";
import { encodeGraph, groupQueryGraph, multiHeadGraph, plainGraph } from "./graphs.js";
import { timed } from "./stage.js";

const GRAPHS = { plain: plainGraph, multiHead: multiHeadGraph, groupQuery: groupQueryGraph };
const BUNDLES = { webgpu: "/peers/onnxruntime-web/dist/ort.webgpu.min.mjs", wasm: "/peers/onnxruntime-web/dist/ort.wasm.min.mjs" };

function feed(workload, graph) {
  const { kind, n, d } = workload;
  if (kind === "encode") return [Float32Array.from({ length: n }, (_, p) => p), [n, 1]];
  return [attentionInputs(workload).x, graph === "plain" ? [n, d] : [1, n, d]];
}

/** The input, resident on the GPU. */
function upload(ort, device, [data, dims]) {
  const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC;
  const buffer = device.createBuffer({ size: Math.ceil(data.byteLength / 16) * 16, usage });
  device.queue.writeBuffer(buffer, 0, data);
  return ort.Tensor.fromGpuBuffer(buffer, { dataType: "float32", dims, dispose: () => buffer.destroy() });
}

/** A device with all that the adapter has but subgroups. */
async function deviceWithoutSubgroups() {
  const adapter = await navigator.gpu.requestAdapter();
  const { maxBufferSize, maxStorageBufferBindingSize, maxComputeWorkgroupStorageSize, maxComputeInvocationsPerWorkgroup } = adapter.limits;
  return adapter.requestDevice({
    requiredFeatures: ["shader-f16", "timestamp-query"].filter((feature) => adapter.features.has(feature)),
    requiredLimits: { maxBufferSize, maxStorageBufferBindingSize, maxComputeWorkgroupStorageSize, maxComputeInvocationsPerWorkgroup },
  });
}

export async function open({ backend, threads, graph, subgroups = true }) {
  const ort = await import(BUNDLES[backend]);
  ort.env.wasm.numThreads = threads;
  ort.env.logLevel = "error";
  const onGpu = backend === "webgpu";
  const given = onGpu && !subgroups ? await deviceWithoutSubgroups() : null;

  async function start(workload) {
    const model = workload.kind === "encode" ? encodeGraph(workload) : GRAPHS[graph](workload);
    const session = await ort.InferenceSession.create(model, {
      executionProviders: [given ? { name: backend, device: given } : backend],
      graphOptimizationLevel: "all",
      ...(onGpu && { preferredOutputLocation: "gpu-buffer" }),
    });
    const device = given ?? (onGpu && (await ort.env.webgpu.device));
    const fed = feed(workload, graph);
    const input = onGpu ? upload(ort, device, fed) : new ort.Tensor("float32", ...fed);

    // On the GPU the whole output is fetched as a buffer (nothing is copied), and the queue is waited for.
    async function once() {
      if (!onGpu) return session.run({ input }, ["peek"]);
      const { full } = await session.run({ input }, ["full"]);
      await device.queue.onSubmittedWorkDone();
      full.dispose();
    }

    async function check() {
      const { full } = await session.run({ input }, ["full"]);
      const error = largestError(await full.getData(), reference(workload));
      full.dispose();
      return error;
    }

    async function stop() {
      input.dispose();
      await session.release();
    }

    return { turn: (runs) => timed(runs, once), check, stop };
  }

  return { about: { version: ort.env.versions.web, threads: backend === "wasm" ? threads : 0 }, start };
}
