// Known faults and their right values, through the JavaScript API on the CPU.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from '../../dist/poslab.js';
import { faults } from '../cases.mjs';

const lab = await load({ backend: 'cpu' });
const found = await faults(lab);

for (const { name, wrong } of found) test(name, () => assert.equal(wrong, ''));

test('every case is among them that a lab can be asked', () => {
  const numbers = new Set(found.map(({ name }) => Number.parseInt(name, 10)));
  // Case 11 is about positions held in half precision, which the page shows.
  const wanted = Array.from({ length: 24 }, (_, i) => i + 1).filter((number) => number !== 11);
  assert.deepEqual([...numbers].sort((a, b) => a - b), wanted);
});
