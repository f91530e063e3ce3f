// One contestant on one page. The driver opens a page for each, and calls `stage` on each in turn.
//
// A contestant module exports `open(options)`, which resolves to
//   { about, start(workload) -> { turn(runs) -> times, check() -> Promise<number>, stop() } }
// and, PosLab alone, `schemes` and `grow(id, growth)`; `about` says what was measured (version, adapter, threads), `turn` resolves to the milliseconds of its runs, and
// `check` to the largest error against the reference of workload.js.

/** Turns a plain "run once" into a turn: `once` resolves when its output is complete where it was computed. */
export async function timed(runs, once) {
  const times = [];
  for (let i = 0; i < runs; i++) {
    const start = performance.now();
    await once();
    times.push(performance.now() - start);
  }
  return times;
}

const stage = {
  async open(module, options) {
    this.contestant = await (await import(module)).open(options);
    const { about, schemes } = this.contestant;
    return { ...about, schemes, isolated: crossOriginIsolated };
  },

  /** Builds the workload, checks its numbers, and returns [largest error, milliseconds of one warm run]. */
  async start(workload) {
    this.act = await this.contestant.start(workload);
    const error = await this.act.check();
    const [warm] = await this.act.turn(1);
    return [error, warm];
  },

  grow(id, growth) {
    return this.contestant.grow(id, growth);
  },

  turn(runs) {
    return this.act.turn(runs);
  },

  async stop() {
    await this.act?.stop();
    this.act = null;
  },
};

window.stage = stage;
