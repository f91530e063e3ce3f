// The WebAssembly comes in parts: each when it is needed, and a part that fails to come is told and may be asked for again.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../../fixtures';
import { OrderPage } from '../../order-page';

const FIGURES = '**/poslab-figures.wasm';

/** The parts that a page asked for. */
function parts(page: import('@playwright/test').Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const name = new URL(request.url()).pathname.split('/').at(-1)!;
    if (name.endsWith('.wasm')) asked.push(name);
  });
  return asked;
}

/** A screen so low that the figures are far below it. */
const LOW = { width: 1000, height: 300 };

test('the figures are downloaded when somebody comes to them, not before', async ({ page }) => {
  const asked = parts(page);
  await page.setViewportSize(LOW);
  await OrderPage.open(page);
  await page.waitForLoadState('networkidle');
  expect(asked).toContain('poslab-app_bg.wasm');
  expect(asked).not.toContain('poslab-figures.wasm');
  await page.locator('.figures').scrollIntoViewIfNeeded();
  await expect(page.locator('.fig.pipeline')).toBeVisible();
  expect(asked.filter((name) => name === 'poslab-figures.wasm')).toHaveLength(1);
});

const other = readFileSync(join(import.meta.dirname, '../../../dist/poslab-api.wasm'));
const failures: [name: string, answer: (route: import('@playwright/test').Route) => Promise<void>][] = [
  ['does not come', (route) => route.abort('connectionreset')],
  ['is not there', (route) => route.fulfill({ status: 404 })],
  ['is of another build', (route) => route.fulfill({ body: other, contentType: 'application/wasm' })],
];
for (const [name, answer] of failures) {
  test(`a part that ${name} is told, and comes when it is asked for again`, async ({ page, problems }) => {
    problems.allow(/poslab-figures\.wasm|Failed to fetch|integrity/);
    await page.setViewportSize(LOW);
    let tries = 0;
    await page.route(FIGURES, async (route) => {
      await answer(route);
      tries += 1;
    });
    await OrderPage.open(page);
    await page.locator('.figures').scrollIntoViewIfNeeded();
    const missing = page.getByRole('alert').filter({ hasText: '没能下载下来' });
    await expect(missing).toBeVisible();
    const again = missing.getByRole('button', { name: '再试一次' });
    await again.click();
    await expect.poll(() => tries).toBe(2);
    await expect(missing).toBeVisible();
    await page.unroute(FIGURES);
    await again.click();
    await expect(page.locator('.fig.pipeline')).toBeVisible();
    await expect(missing).toHaveCount(0);
  });
}

test('the arithmetic of another encoding comes when it is chosen; where it doesn’t, that is told, and choosing again asks again', async ({ page, problems }) => {
  problems.allow(/poslab-encodings\.wasm|Failed to fetch/);
  const asked = parts(page);
  await page.setViewportSize(LOW);
  await page.route('**/poslab-encodings.wasm', (route) => route.abort('connectionreset'));
  const view = await OrderPage.open(page, '?positions=on');
  expect(asked).not.toContain('poslab-encodings.wasm');
  const scheme = page.locator('#scheme');
  await scheme.selectOption('rope');
  const told = page.locator('.bench > .refusal');
  await expect(told).toContainText('没能下载下来');
  await page.unroute('**/poslab-encodings.wasm');
  await scheme.selectOption('alibi');
  await expect(told).toBeEmpty();
  await expect(view.distance).toHaveText(/\d/);
});

test('a host that calls WebAssembly something else serves the parts all the same', async ({ page }) => {
  await page.route(FIGURES, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'content-type': 'text/plain' } });
  });
  await OrderPage.open(page);
  await page.locator('.figures').scrollIntoViewIfNeeded();
  await expect(page.locator('.fig.pipeline')).toBeVisible();
});

test('the API says that its part is missing, and answers once it comes', async ({ page, site, problems }) => {
  problems.allow(/poslab-api\.wasm|Failed to fetch/);
  await page.goto(`${site.root}pages/plain.html`);
  await page.route('**/poslab-api.wasm', (route) => route.abort('connectionreset'));
  const encode = () =>
    page.evaluate(async (address) => {
      const { load } = await import(address);
      const lab = await load({ backend: 'cpu' });
      try {
        const { input } = await lab.encode({ scheme: { id: 'sinusoidal' }, d_model: 4, n: 2 });
        return input.shape.join();
      } catch (error) {
        return (error as Error).message;
      }
    }, `${site.root}poslab.js`);
  expect(await encode()).toMatch(/part of the program could not be downloaded/);
  await page.unroute('**/poslab-api.wasm');
  expect(await encode()).toBe('2,4');
});
