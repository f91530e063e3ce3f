// Known faults of positional-encoding code as inputs with their right values, asked of a lab through the JavaScript API: in Node,
// and in a browser. Each comes from a public bug report; the numbers were computed from the formulas.

import { apart } from './golden.mjs';

/** Rows [from, to) of a tensor. */
const rows = ({ shape, data }, from = 0, to = Infinity) => {
  const width = shape.at(-1);
  return [...data.slice(from * width, Math.min(to * width, data.length))];
};

/** What the lab says of a request that it refuses. */
async function said(ask) {
  try {
    await ask();
  } catch (error) {
    return error.message;
  }
  return 'nothing: it was not refused';
}

const sinusoid = async (lab, d_model, more) => {
  const scheme = { id: 'sinusoidal', ...more };
  const { input } = await lab.encode({ scheme, d_model, heads: 1, positions: [1] });
  return [...input.data];
};

/** 猫 = (1, 0), 追 = (0, 1), 老鼠 = (1, 1). */
const [CAT, CHASES, MOUSE] = [[1, 0], [0, 1], [1, 1]];

const same = (lab, words, more) => lab.attend({ q: [words], k: [words], v: [words], ...more });

/** The score of q = k = [1, 2, 3, 4] at two positions, without its scale. */
async function turned(lab, pairing, query, key) {
  const row = [[[1, 2, 3, 4], [1, 2, 3, 4]]];
  const scheme = { id: 'rope', base: 10_000, pairing };
  const { scores } = await lab.attend({ q: row, k: row, v: row, scheme, positions: [query, key], scale: 1 });
  return scores.data[1];
}

const frequencies = async (lab, d_model, scheme) => {
  const { rotation } = await lab.encode({ scheme: { id: 'rope', ...scheme }, d_model, heads: 1, n: 1 });
  return rotation;
};

const index = async (lab, scheme, n) => {
  const doors = await lab.encode({ scheme, d_model: 4, heads: 1, n });
  return [...doors.index.data];
};

/** Numbers, within a tolerance. */
const NUMBERS = {
  '1: an odd width': async (lab) => [await sinusoid(lab, 3), [0.841471, 0.540302, 0.002154], 1e-6],
  '2: a pair shares one frequency': async (lab) =>
    [await sinusoid(lab, 4), [0.841471, 0.540302, 0.01, 0.99995], 1e-6],
  '3: tensor2tensor is another table': async (lab) =>
    [await sinusoid(lab, 4, { layout: 'tensor2tensor' }), [0.841471, 0.0001, 0.540302, 1], 1e-6],
  '4: a token gets the row of its own position': async (lab) => {
    const ask = { scheme: { id: 'sinusoidal' }, d_model: 4, heads: 1 };
    const { input } = await lab.encode({ ...ask, positions: [0, 1, 2, 0, 1, 2] });
    return [rows(input, 3), rows(input, 0, 3), 0];
  },
  '6: off equals explicit zeros': async (lab) => {
    const ask = { tokens: ['a', 'b', 'c'], model: { d_model: 8, heads: 2 } };
    const off = await lab.forward({ ...ask, scheme: { id: 'rope' }, positions: 'off' });
    const zeros = await lab.forward({ ...ask, scheme: { id: 'table', table: [[0], [0], [0]] } });
    return [[...zeros.tensors.output.data], [...off.tensors.output.data], 0];
  },
  '7: order-blind where nothing is masked': async (lab) => {
    const first = await same(lab, [CAT, CHASES, MOUSE]);
    const second = await same(lab, [MOUSE, CHASES, CAT]);
    const row = [0.598888, 0.802224];
    return [[...rows(first.output, 1, 2), ...rows(second.output, 1, 2)], [...row, ...row], 1e-6];
  },
  '7: a causal mask tells the order': async (lab) => {
    const first = await same(lab, [CAT, CHASES, MOUSE], { causal: true });
    const second = await same(lab, [MOUSE, CHASES, CAT], { causal: true });
    return [[...rows(first.output, 1, 2), ...rows(second.output, 1, 2)], [0.330238, 0.669762, 0.5, 1], 1e-6];
  },
  '8: rows are permuted, not equal': async (lab) => {
    const first = await same(lab, [CAT, CHASES, MOUSE]);
    const second = await same(lab, [MOUSE, CHASES, CAT]);
    const back = [2, 1, 0].flatMap((row) => rows(second.output, row, row + 1));
    return [back, rows(first.output), 1e-6];
  },
  '9: interleaved pairs see the distance alone': async (lab) => {
    const pairs = [[1, 0], [2, 1], [6, 5]];
    const scores = await Promise.all(pairs.map(([q, k]) => turned(lab, 'interleaved', k, q)));
    return [scores, [27.700262, 27.700262, 27.700262], 2e-5];
  },
  '9: so do split halves': async (lab) => {
    const pairs = [[1, 0], [2, 1], [6, 5]];
    const scores = await Promise.all(pairs.map(([q, k]) => turned(lab, 'half_split', k, q)));
    return [scores, [25.402023, 25.402023, 25.402023], 2e-5];
  },
  '10: the pairings are one thing permuted': async (lab) => {
    const order = [0, 2, 1, 3];
    const ask = async (pairing, row) => {
      const x = [[row]];
      const { q } = await lab.attend({ q: x, k: x, v: x, scheme: { id: 'rope', pairing }, positions: [5] });
      return [...q.data];
    };
    const [row, interleaved] = [[1, -2, 3, 0.5], await ask('interleaved', [1, -2, 3, 0.5])];
    const split = await ask('half_split', order.map((at) => row[at]));
    return [split, order.map((at) => interleaved[at]), 1e-6];
  },
  '12: a cache goes on counting': async (lab) => {
    const words = [0, 1, 2, 3].map((i) => [Math.sin(i), Math.cos(3 * i), i / 5, 1 - i / 3]);
    const scheme = { id: 'rope' };
    const all = await same(lab, words, { scheme, causal: true });
    const steps = [];
    for (let n = 1; n <= 4; n++) {
      const [q, seen] = [[words.slice(n - 1, n)], [words.slice(0, n)]];
      steps.push(...(await lab.attend({ q, k: seen, v: seen, scheme, causal: true })).output.data);
    }
    return [steps, [...all.output.data], 1e-6];
  },
  '14: dynamic NTK follows the length': async (lab) => {
    const bases = [4, 5, 6, 8].map(async (length) => {
      const scaling = { kind: 'dynamic', factor: 2, original_length: 4, length };
      const { inv_freq } = await frequencies(lab, 4, { base: 10_000, scaling });
      // inv_freq[1] = base^(-2/4).
      return inv_freq[1] ** -2;
    });
    return [await Promise.all(bases), [10_000, 22_500, 40_000, 90_000], 1e-6];
  },
  '14: the length is that of the positions where none is given': async (lab) => {
    const scheme = { id: 'rope', base: 10_000, scaling: { kind: 'dynamic', factor: 2, original_length: 4 } };
    const bases = [4, 5, 6, 8].map(async (n) => {
      const { rotation } = await lab.encode({ scheme, d_model: 4, heads: 1, n });
      return rotation.inv_freq[1] ** -2;
    });
    return [await Promise.all(bases), [10_000, 22_500, 40_000, 90_000], 1e-6];
  },
  '15: NTK leaves the fastest pair': async (lab) => {
    const scheme = { id: 'rope', scaling: { kind: 'ntk', factor: 4 } };
    const { rotation } = await lab.encode({ scheme, d_model: 8, heads: 1, positions: [1] });
    return [[rotation.angle.data[0]], [1], 1e-7];
  },
  '16: the factor of YaRN': async (lab) => {
    const factor = async (s) => {
      const scaling = { kind: 'yarn', factor: s, original_length: 4096 };
      return (await frequencies(lab, 128, { scaling })).attention_factor;
    };
    return [[await factor(4), await factor(64)], [1.138629, 1.415888], 1e-6];
  },
  '16: the ramp of YaRN': async (lab) => {
    const scaling = { kind: 'yarn', factor: 4, original_length: 4096 };
    const [plain, scaled] = [await frequencies(lab, 128, {}), await frequencies(lab, 128, { scaling })];
    const ratios = scaled.inv_freq.map((w, pair) => w / plain.inv_freq[pair]);
    const changed = ratios.findIndex((ratio) => ratio < 1 - 1e-9);
    const last = ratios.findIndex((ratio) => ratio < 0.25 + 1e-9);
    return [[changed - 1, last], [20, 46], 0];
  },
  '17: the zones of Llama 3': async (lab) => {
    const scaling = { kind: 'llama3', factor: 32, original_length: 8192, low_freq_factor: 1, high_freq_factor: 4 };
    const base = 500_000;
    const [plain, scaled] = [await frequencies(lab, 64, { base }), await frequencies(lab, 64, { base, scaling })];
    const ratios = scaled.inv_freq.map((w, pair) => w / plain.inv_freq[pair]);
    return [ratios.slice(14, 19), [1, 0.605573, 0.303743, 0.103448, 1 / 32], 1e-6];
  },
  '18: slopes of six heads': async (lab) => {
    const { slopes } = await lab.encode({ scheme: { id: 'alibi' }, d_model: 12, heads: 6, n: 1 });
    return [slopes, [1 / 4, 1 / 16, 1 / 64, 1 / 256, 1 / 2, 1 / 8], 1e-12];
  },
  '19: a bias varies over keys': async (lab) => {
    const zeros = Array(3).fill([0, 0]);
    const bias = [[0, 1, 2].map((i) => [0, 1, 2].map((j) => -0.5 * Math.abs(i - j)))];
    const { attention } = await same(lab, zeros, { bias, causal: true });
    return [rows(attention, 2), [0.1863, 0.3072, 0.5065], 5e-5];
  },
  '20: T5 buckets': async (lab) => {
    const all = await index(lab, { id: 't5', buckets: 32, max_distance: 128, bidirectional: true }, 10);
    const wanted = [0, 17, 18, 19, 20, 21, 22, 23, 24, 24, 8, 8, 7, 6, 5, 4, 3, 2, 1, 0];
    return [[...all.slice(0, 10), ...all.slice(90)], wanted, 0];
  },
  '21: exact far out': async (lab) => {
    const [positions, d_model] = [[0, 1, 100, 792, 4096, 100_000], 64];
    const { input } = await lab.encode({ scheme: { id: 'sinusoidal' }, d_model, heads: 1, positions });
    const wanted = positions.flatMap((position) =>
      Array.from({ length: d_model }, (_, column) => {
        const angle = position * 10_000 ** (-2 * Math.floor(column / 2) / d_model);
        return column % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
      }),
    );
    return [[...input.data], wanted, 2e-7];
  },
  '22: Shaw clips': async (lab) =>
    [await index(lab, { id: 'shaw', clip: 2 }, 5), [...'2344412344012340012300012'].map(Number), 0],
  '23: frequencies fall, and NTK divides the last by its factor': async (lab) => {
    const scaling = { kind: 'ntk', factor: 8 };
    const [plain, scaled] = [await frequencies(lab, 16, {}), await frequencies(lab, 16, { scaling })];
    const ratios = scaled.inv_freq.map((w, pair) => w / plain.inv_freq[pair]);
    const fall = [plain.inv_freq, ratios].map((list) => list.slice(1).every((x, i) => x < list[i]));
    return [[ratios[0], ratios.at(-1), ...fall.map(Number)], [1, 1 / 8, 1, 1], 1e-9];
  },
};

/** Sentences that refuse. */
const REFUSALS = {
  '5: a position past the table': [
    /position 8 has no row \(the table holds 8\)/,
    (lab) => lab.encode({ scheme: { id: 'learned', max_len: 8 }, d_model: 4, heads: 1, n: 9 }),
  ],
  '13: an odd head': [
    /head_dim.*9.*even/,
    (lab) => lab.encode({ scheme: { id: 'rope' }, d_model: 9, heads: 1, n: 2 }),
  ],
  '24: an empty text': [/text/, (lab) => lab.forward({ text: '' })],
  '24: a text that is too long': [
    /text.*8192/,
    (lab) => lab.forward({ text: '字'.repeat(10_000), tokenizer: 'character' }),
  ],
};

/** Texts and the whole graphemes that they are made of. */
const GRAPHEMES = {
  '24: emoji and flags': ['👩‍👩‍👧🇨🇳', ['👩‍👩‍👧', '🇨🇳']],
  '24: combining marks': ['e\u0301a', ['e\u0301', 'a']],
  '24: CRLF': ['a\r\nb', ['a', 'b']],
  '24: right to left': ['שלום', ['ש', 'ל', 'ו', 'ם']],
};

/** Every case: what it is, and what is wrong with the lab's answer (an empty text: nothing). */
export async function faults(lab) {
  const found = [];
  for (const [name, ask] of Object.entries(NUMBERS)) {
    const [got, wanted, tolerance] = await ask(lab);
    const off = apart(got, wanted);
    found.push({ name, wrong: off <= tolerance ? '' : `off by ${off}: ${got}, not ${wanted}` });
  }
  for (const [name, [pattern, ask]] of Object.entries(REFUSALS)) {
    const sentence = await said(() => ask(lab));
    found.push({ name, wrong: pattern.test(sentence) ? '' : `it says ${sentence}` });
  }
  for (const [name, [text, wanted]] of Object.entries(GRAPHEMES)) {
    const { tokens } = await lab.forward({ text, tokenizer: 'character' });
    const wrong = JSON.stringify(tokens) === JSON.stringify(wanted) ? '' : `${tokens}, not ${wanted}`;
    found.push({ name, wrong });
  }
  return found;
}
