// Measures PosLab and its peers in one headless Chromium, in turns, and judges the targets. Exits 1 where one is missed.
//
//   node run.mjs --dist ../dist --chromium /usr/bin/chromium [--only encode|attention|train_step] [--rounds 5] [--port 0]
//
// One rule for all: a run starts with weights and inputs resident, and ends when its whole output is complete on the device that computes
// it. A WebGPU peer waits for the queue (onSubmittedWorkDone); wasm has its output in its heap when the call returns.
// Each contestant has a page of its own; each round gives each one a turn (some runs in a row, their median), and the table
// shows the median over rounds. Absolute times depend on what else the machine does; ratios of one round are comparable.

import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";

import { CONTESTANTS, GROWTH, WORKLOADS, label, takesPart, tolerance } from "./contestants.mjs";
import { growthTable, median, severalModels, table, verdicts } from "./report.mjs";
import { serve } from "./server.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));
/** A software adapter: the same on every machine, and the one that the targets name. */
const FLAGS = ["--no-sandbox", "--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync"];
/** A turn lasts about this long, between 1 and 20 runs. */
const TURN_MS = 400;

const { values: options } = parseArgs({
  options: {
    dist: { type: "string", default: join(HERE, "../dist") },
    chromium: { type: "string", default: "/usr/bin/chromium" },
    only: { type: "string" },
    rounds: { type: "string", default: "5" },
    port: { type: "string", default: "0" },
  },
});

const say = (line) => console.log(line);
const firstLine = (error) => String(error?.message ?? error).split("\n")[0].replace("page.evaluate: ", "");

/**
 * Opens a page with one contestant on it; `about` is what it says of itself, `complaints` what the browser says of it:
 * a WebGPU command that is refused fails silently, and would look fast.
 */
async function enter(context, origin, contestant) {
  const page = await context.newPage();
  page.setDefaultTimeout(0);
  const complaints = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && complaints.push(message.text()));
  await page.goto(`${origin}/bench/index.html`);
  await page.waitForFunction("window.stage");
  const about = await page.evaluate(({ module, options }) => window.stage.open(module, options), contestant);
  return { page, about, complaints };
}

/** Opens every contestant; one that can't open is kept with the reason. */
async function enterAll(context, origin) {
  const entered = [];
  for (const contestant of CONTESTANTS) {
    const entry = await enter(context, origin, contestant).catch((error) => ({ failed: firstLine(error) }));
    entered.push({ ...contestant, ...entry });
    const { schemes, ...about } = entry.about ?? {};
    say(`${contestant.name}: ${entry.failed ?? JSON.stringify(about)}`);
  }
  return entered;
}

/** Builds a workload on a contestant's page, checks its numbers and decides how many runs a turn has. */
async function start(contestant, workload) {
  if (contestant.failed) return { failed: contestant.failed };
  try {
    const [error, warm] = await contestant.page.evaluate((workload) => window.stage.start(workload), workload);
    const runs = Math.max(1, Math.min(20, Math.round(TURN_MS / warm)));
    return { error, right: error <= tolerance(workload, contestant), runs, threads: contestant.about.threads, rounds: [] };
  } catch (error) {
    return { failed: firstLine(error) };
  }
}

async function measure(contestants, workload, rounds) {
  const cells = {};
  for (const contestant of contestants) cells[contestant.id] = await start(contestant, workload);
  const ready = contestants.filter(({ id }) => cells[id].rounds);
  for (const { complaints } of ready) complaints.length = 0;
  for (let round = 0; round < rounds; round++) {
    // Another one begins each round, so that nobody always follows the same neighbour.
    const order = ready.map((_, at) => ready[(at + round) % ready.length]);
    for (const { id, page } of order) {
      const times = await page.evaluate((runs) => window.stage.turn(runs), cells[id].runs);
      cells[id].rounds.push(median(times));
    }
  }
  for (const { id, page, complaints } of ready) {
    await page.evaluate(() => window.stage.stop());
    if (complaints.length > 0) cells[id] = { failed: `the browser complained: ${firstLine(complaints[0])}` };
    else cells[id].median = median(cells[id].rounds);
  }
  return cells;
}

/** How every encoding grows with n, on PosLab's CPU page. */
async function measureGrowth({ page, about }) {
  const grown = [];
  for (const id of about.schemes) {
    grown.push({ id, cells: await page.evaluate(([id, growth]) => window.stage.grow(id, growth), [id, GROWTH]) });
  }
  return grown;
}

async function bench(browser, origin) {
  const context = await browser.newContext();
  const probing = await enter(context, origin, { module: "./probe.js", options: {} });
  const probe = probing.about;
  await probing.page.close();
  say(`Chromium ${browser.version()}, adapter ${probe.adapter}: copies ${(probe.copyBytesPerSecond / 1e9).toFixed(2)} GB/s, ` +
    `fills ${(probe.fillBytesPerSecond / 1e9).toFixed(2)} GB/s, fma ${(probe.flopsPerSecond / 1e9).toFixed(1)} GFLOP/s`);

  const entered = await enterAll(context, origin);
  const workloads = WORKLOADS.filter(({ kind }) => !options.only || kind === options.only);
  const results = {};
  for (const workload of workloads) {
    const contestants = entered.filter((contestant) => takesPart(contestant, workload));
    results[label(workload)] = await measure(contestants, workload, Number(options.rounds));
    say(`\n${table(workload, results[label(workload)], probe)}`);
  }
  const onCpu = entered.find(({ id, page }) => id === "poslab-cpu" && page);
  const growth = onCpu && (!options.only || options.only === "encode") ? await measureGrowth(onCpu) : [];
  if (growth.length > 0) say(`\n${growthTable(growth, GROWTH)}`);
  if (severalModels(results)) say(`\n${severalModels(results)}`);
  const judged = verdicts(results, workloads);
  const contestants = entered.map(({ id, name, about, failed }) => ({ id, name, ...about, failed }));
  return { chromium: browser.version(), rounds: Number(options.rounds), probe, contestants, results, growth, targets: judged };
}

async function keep(report) {
  const folder = join(HERE, "results");
  await mkdir(folder, { recursive: true });
  const at = new Date().toISOString();
  const file = join(folder, `${at.replaceAll(":", "-")}.json`);
  await writeFile(file, JSON.stringify({ at, ...report }, null, 2));
  return file;
}

const server = await serve(
  { "/bench/": join(HERE, "page"), "/peers/": join(HERE, "node_modules"), "/dist/": resolve(options.dist) },
  Number(options.port),
);
const browser = await chromium.launch({ executablePath: options.chromium, args: FLAGS });
try {
  const report = await bench(browser, server.origin);
  say("");
  for (const { text, ratio, pass } of report.targets) say(`${pass ? "pass" : "MISS"}  ${text}: ${ratio === null ? "not measured" : `${ratio.toFixed(2)} x`}`);
  say(`\nwritten to ${await keep(report)}`);
  process.exitCode = report.targets.every(({ pass }) => pass) ? 0 : 1;
} finally {
  await browser.close();
  await server.close();
}
