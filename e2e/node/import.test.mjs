// The JavaScript API must be importable where there is no page: in Node.js, in a build, on a server.

import assert from 'node:assert/strict';
import { test } from 'node:test';

test('poslab.js is importable outside a browser and exports its API', async () => {
  const api = await import('../../dist/poslab.js');
  assert.notDeepEqual(Object.keys(api), []);
  assert.equal(typeof globalThis.window, 'undefined');
});
