// The workloads as ONNX graphs. Weights are initialisers, so they are resident; the input is fed.
//
// Each graph has two outputs: `full`, and `peek`, its first value. A timed run on the CPU fetches `peek` alone, so that it computes everything and isn't charged
// for the copy into JavaScript.

import { attentionInputs, causalMask, doubled, frequencies, rotaryTables } from "./workload.js";
import { Graph } from "./onnx.js";

const MICROSOFT = { domain: "com.microsoft" };

function finish(graph, shape) {
  graph.output("full", shape);
  const zeros = shape.map(() => 0);
  graph.node("Slice", ["full", graph.integers(...zeros), graph.integers(...shape.map(() => 1))], { outputs: ["peek"] });
  graph.output("peek", shape.map(() => 1));
  return graph.model();
}

export function encodeGraph({ n, d }) {
  const graph = new Graph();
  graph.input("input", [n, 1]);
  const angle = graph.node("Mul", ["input", graph.constant(Float32Array.from(frequencies(d)), [1, d / 2])]);
  const last = graph.integers(2);
  const pair = ["Sin", "Cos"].map((name) => graph.node("Unsqueeze", [graph.node(name, [angle]), last]));
  const table = graph.node("Concat", pair, { attributes: { axis: 2 } });
  graph.node("Reshape", [table, graph.integers(n, d)], { outputs: ["full"] });
  return finish(graph, [n, d]);
}

/** q, k, v and o weights as initialisers, and x. */
function begin(workload, inputShape) {
  const { d } = workload;
  const { q, k, v, o } = attentionInputs(workload);
  const graph = new Graph();
  graph.input("input", inputShape);
  const weight = (data) => graph.constant(data, [d, d]);
  return { graph, q: weight(q), k: weight(k), v: weight(v), o: weight(o) };
}

/** Plain operations, as an exporter writes them. */
export function plainGraph(workload) {
  const { n, d, heads } = workload;
  const width = d / heads;
  const { graph, ...weights } = begin(workload, [n, d]);
  const tables = rotaryTables(n, width);
  const cos = graph.constant(doubled(tables.cos, n), [n, width]);
  const sin = graph.constant(doubled(tables.sin, n), [n, width]);
  const split = graph.integers(n, heads, width);
  const heading = (weight, perm) =>
    graph.node("Transpose", [graph.node("Reshape", [graph.node("MatMul", ["input", weight]), split])], { attributes: { perm } });
  const rotated = (rows) => {
    const [low, high] = [`${rows}.low`, `${rows}.high`];
    graph.node("Split", [rows], { attributes: { axis: 2, num_outputs: 2 }, outputs: [low, high] });
    const turned = graph.node("Concat", [graph.node("Neg", [high]), low], { attributes: { axis: 2 } });
    return graph.node("Add", [graph.node("Mul", [rows, cos]), graph.node("Mul", [turned, sin])]);
  };
  const q = rotated(heading(weights.q, [1, 0, 2]));
  const k = graph.node("Transpose", [rotated(heading(weights.k, [1, 0, 2]))], { attributes: { perm: [0, 2, 1] } });
  const scale = graph.constant(Float32Array.of(1 / Math.sqrt(width)), [1]);
  const scores = graph.node("Mul", [graph.node("MatMul", [q, k]), scale]);
  const masked = graph.node("Add", [scores, graph.constant(causalMask(n), [n, n])]);
  const mixed = graph.node("MatMul", [graph.node("Softmax", [masked], { attributes: { axis: 2 } }), heading(weights.v, [1, 0, 2])]);
  const rows = graph.node("Reshape", [graph.node("Transpose", [mixed], { attributes: { perm: [1, 0, 2] } }), graph.integers(n, d)]);
  graph.node("MatMul", [rows, weights.o], { outputs: ["full"] });
  return finish(graph, [n, d]);
}

/** Microsoft's RotaryEmbedding and MultiHeadAttention, which fuse rotation, scores, softmax and mixing. */
export function multiHeadGraph(workload) {
  const { n, d, heads } = workload;
  const { graph, ...weights } = begin(workload, [1, n, d]);
  const tables = rotaryTables(n, d / heads);
  const shape = [n, d / heads / 2];
  const [cos, sin] = [graph.constant(tables.cos, shape), graph.constant(tables.sin, shape)];
  const positions = graph.constant(BigInt64Array.from({ length: n }, (_, p) => BigInt(p)), [1, n]);
  const rotated = (weight) =>
    graph.node("RotaryEmbedding", [graph.node("MatMul", ["input", weight]), positions, cos, sin], { ...MICROSOFT, attributes: { num_heads: heads } });
  const v = graph.node("MatMul", ["input", weights.v]);
  const mixed = graph.node("MultiHeadAttention", [rotated(weights.q), rotated(weights.k), v], { ...MICROSOFT, attributes: { num_heads: heads, unidirectional: 1 } });
  graph.node("MatMul", [mixed, weights.o], { outputs: ["full"] });
  return finish(graph, [1, n, d]);
}

/** Microsoft's GroupQueryAttention with as many groups as heads, which rotates too and is causal. */
export function groupQueryGraph(workload) {
  const { n, d, heads } = workload;
  const { graph, ...weights } = begin(workload, [1, n, d]);
  const tables = rotaryTables(n, d / heads);
  const shape = [n, d / heads / 2];
  const [q, k, v] = [weights.q, weights.k, weights.v].map((weight) => graph.node("MatMul", ["input", weight]));
  const lengths = [graph.constant(Int32Array.of(n - 1), [1]), graph.constant(Int32Array.of(n), [1])];
  const tablesIn = [graph.constant(tables.cos, shape), graph.constant(tables.sin, shape)];
  const attributes = { num_heads: heads, kv_num_heads: heads, do_rotary: 1 };
  const outputs = ["mixed", "present_key", "present_value"];
  graph.node("GroupQueryAttention", [q, k, v, "", "", ...lengths, ...tablesIn], { ...MICROSOFT, attributes, outputs });
  graph.node("MatMul", ["mixed", weights.o], { outputs: ["full"] });
  return finish(graph, [1, n, d]);
}
