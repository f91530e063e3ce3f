// From measured turns to the table, the ratios and the verdicts.

import { CONTESTANTS, TARGETS, label } from "./contestants.mjs";

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The median over rounds of peer / ours: each ratio compares two neighbours in time, so drift of the machine cancels. */
function ratio(ours, peer, cores = 1) {
  return median(ours.rounds.map((ms, round) => (peer.rounds[round] * cores) / ms));
}

/** Judges one target: { text, ratio, pass }. A peer that failed or gave wrong numbers doesn't count, but one must be left. */
export function judge(target, results) {
  const { workload, ours, peers, times, perCore } = target;
  const cells = results[label(workload)] ?? {};
  const cores = (id) => (perCore ? Math.max(1, cells[id].threads) : 1);
  const left = peers.filter((id) => cells[id]?.right);
  const name = (id) => CONTESTANTS.find((contestant) => contestant.id === id).name;
  const text = `${label(workload)}: ${name(ours)} >= ${times} x ${peers.map(name).join(" / ")}${perCore ? ", per core used" : ""}`;
  if (!cells[ours]?.right || left.length === 0) return { text, ratio: null, pass: false };
  const found = Math.min(...left.map((id) => ratio(cells[ours], cells[id], cores(id))));
  return { text, ratio: found, pass: found >= times };
}

export function verdicts(results, workloads) {
  const measured = new Set(workloads.map(label));
  return TARGETS.filter(({ workload }) => measured.has(label(workload))).map((target) => judge(target, results));
}

/** 2 n d (4 d) for the projections, and q k^T and the mix over the causal half: n (n + 1) / 2 pairs, 2 products of 2 d each. */
function attentionOperations({ n, d }) {
  return 8 * n * d * d + 2 * d * n * (n + 1);
}

/** Thrice the forward pass: 12 d^2 a block and 64 d of the head for each token, and its scores and mix. */
function trainingOperations({ n, d, layers, batch, models }) {
  const forward = 2 * (layers * 12 * d * d + 64 * d) + layers * 4 * n * d;
  return 3 * models * batch * n * forward;
}

/** What several models cost of one, trained as one program. */
export function severalModels(results) {
  const cells = Object.entries(results).filter(([name]) => name.startsWith("train_step"));
  if (cells.length < 2) return "";
  const [[, one], [name, several]] = cells;
  const times = ["poslab-gpu", "poslab-cpu"].filter((id) => one[id]?.right && several[id]?.right);
  const said = times.map((id) => `${id} ${ratio(one[id], several[id]).toFixed(2)} x`);
  return `${name} against one model: ${said.join(", ")}`;
}

/** What PosLab's GPU path reaches of the adapter's own limits. */
function share(workload, cell, probe) {
  if (!cell?.right || !probe) return "";
  const perSecond = 1000 / cell.median;
  const percent = (part, whole) => `${((100 * part) / whole).toFixed(0)} %`;
  if (workload.kind === "encode") {
    const written = workload.n * workload.d * 4 * perSecond;
    return `PosLab GPU writes ${(written / 1e9).toFixed(2)} GB/s: ${percent(written, probe.copyBytesPerSecond)} of the adapter's copy, ${percent(written, probe.fillBytesPerSecond)} of its fill`;
  }
  const operations = workload.kind === "train_step" ? trainingOperations : attentionOperations;
  const done = operations(workload) * perSecond;
  return `PosLab GPU does ${(done / 1e9).toFixed(2)} GFLOP/s: ${percent(done, probe.flopsPerSecond)} of the adapter's fma peak`;
}

function row(contestant, cell, ours) {
  const name = contestant.name.padEnd(34);
  if (!cell.rounds) return `  ${name} failed: ${cell.failed}`;
  const threads = contestant.device === "cpu" ? `${cell.threads} thread${cell.threads > 1 ? "s" : ""}` : "";
  const times = ours?.rounds ? `${ratio(ours, cell).toFixed(2)} x` : "";
  const wrong = cell.right ? "" : "  WRONG NUMBERS";
  return `  ${name}${cell.median.toFixed(2).padStart(10)}${times.padStart(10)}${threads.padStart(11)}${cell.error.toExponential(1).padStart(10)}${wrong}`;
}

/** The table of one workload: median ms, how many times PosLab's time on the same kind of device, threads, largest error. */
export function table(workload, cells, probe) {
  const lines = [label(workload), `  ${"".padEnd(34)}${"ms".padStart(10)}${"/ PosLab".padStart(10)}${"used".padStart(11)}${"error".padStart(10)}`];
  for (const contestant of CONTESTANTS) {
    if (cells[contestant.id]) lines.push(row(contestant, cells[contestant.id], cells[`poslab-${contestant.device}`]));
  }
  const reached = share(workload, cells["poslab-gpu"], probe);
  return [...lines, ...(reached ? [`  ${reached}`] : [])].join("\n");
}

/** x in n^x, from the first length to the last. */
function exponent(values, lengths) {
  const last = values.length - 1;
  return Math.log(values[last] / values[0]) / Math.log(lengths[last] / lengths[0]);
}

/**
 * How every encoding grows with n: time to open its doors, bytes that they hold, the power of n that both follow, and for how long
 * `encode`, which spreads tables over all pairs besides, held up the page at a stretch.
 */
export function growthTable(grown, { lengths, d, heads, frameMs }) {
  const head = lengths.map((n) => `n ${n}`.padStart(10)).join("");
  const lines = [`every encoding's doors on the CPU (d ${d}, ${heads} heads): ms at each n, time, bytes at n ${lengths.at(-1)}, memory, longest wait of the page`];
  lines.push(`  ${"".padEnd(18)}${head}${"time".padStart(10)}${"MB".padStart(10)}${"memory".padStart(10)}${"wait".padStart(8)}`);
  for (const { id, cells } of grown) {
    const [times, bytes] = [0, 1].map((part) => cells.map((cell) => cell[part]));
    const ms = times.map((time) => time.toFixed(2).padStart(10)).join("");
    const power = (values) => `n^${exponent(values, lengths).toFixed(1)}`.padStart(10);
    const wait = cells.at(-1)[2];
    const late = times.at(-1) > frameMs ? `  over a frame of ${frameMs} ms${wait > frameMs ? "" : ", in slices"}` : "";
    lines.push(`  ${id.padEnd(18)}${ms}${power(times)}${(bytes.at(-1) / 1e6).toFixed(2).padStart(10)}${power(bytes)}${wait.toFixed(1).padStart(8)}${late}`);
  }
  return lines.join("\n");
}
