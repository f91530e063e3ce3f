// <pos-lab> and lab.mount on a page of somebody else's.

import { expect, test } from '../../fixtures';

test.beforeEach(async ({ page, site }) => {
  await page.goto(`${site.root}pages/plain.html`);
  await page.addScriptTag({ type: 'module', url: `${site.root}poslab.js` });
  await page.evaluate(() => {
    const events: unknown[] = [];
    Object.assign(globalThis, { events });
    for (const type of ['ready', 'change', 'error']) {
      document.addEventListener(`poslab-${type}`, (event) => {
        events.push([type, (event as CustomEvent).detail]);
      });
    }
  });
});

const events = (page: import('@playwright/test').Page) =>
  page.evaluate(() => (globalThis as any).events as [string, any][]);

test('attributes set the state, later ones change it, and events tell', async ({ page }) => {
  await page.evaluate(() => {
    document.body.insertAdjacentHTML(
      'beforeend',
      '<pos-lab class="figure" data-x="1" lang="zh-Hans" text="猫 狗" text-b="狗 猫" seed="3"></pos-lab>',
    );
  });
  await expect.poll(async () => (await events(page)).map(([type]) => type)).toContain('ready');
  const [[, ready]] = await events(page);
  expect(ready).toEqual({ text: '猫 狗', 'text-b': '狗 猫', seed: '3', lang: 'zh' });
  await page.locator('pos-lab').evaluate((lab) => lab.setAttribute('positions', 'on'));
  const last = async () => (await events(page)).at(-1);
  await expect.poll(last).toEqual(['change', { ...ready, positions: 'on' }]);
  await page.locator('pos-lab').evaluate((lab) => lab.removeAttribute('seed'));
  await expect.poll(async () => (await last())?.[1].seed).toBeUndefined();
});

test('what keeps a view of another kind from running is told, too', async ({ page }) => {
  await page.evaluate(() => {
    document.body.insertAdjacentHTML(
      'beforeend',
      '<pos-lab view="compare" lang="en" compare="none,rope:rotary_dim=6" d_model="16" heads="4"></pos-lab>',
    );
  });
  const told = async () => (await events(page)).filter(([type]) => type === 'error');
  await expect.poll(told, { timeout: 30_000 }).toHaveLength(1);
  expect((await told())[0][1].message).toMatch(/rotary_dim can't be 6/);
});

test('a wrong attribute is told, the others hold', async ({ page }) => {
  await page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<pos-lab heads="99" sede="1" seed="5"></pos-lab>');
  });
  const errors = async () =>
    (await events(page)).filter(([type]) => type === 'error').map(([, { message }]) => message);
  await expect.poll(errors).toEqual([
    expect.stringMatching(/heads.*99.*16/),
    expect.stringMatching(/sede.*没有这个属性/),
  ]);
});

test('it starts when it is scrolled near, keeps its place before', async ({ page }) => {
  await page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<div style="height: 5000px"></div><pos-lab></pos-lab>');
  });
  const lab = page.locator('pos-lab');
  await expect.poll(() => lab.evaluate((e) => e.clientHeight)).toBeGreaterThan(300);
  await page.waitForLoadState('networkidle');
  expect(await events(page)).toEqual([]);
  await lab.scrollIntoViewIfNeeded();
  await expect.poll(async () => (await events(page)).map(([type]) => type)).toEqual(['ready']);
});

test('moved, it goes on; taken away and put back, it keeps its state', async ({ page }) => {
  await page.evaluate(() => document.body.append(document.createElement('pos-lab')));
  await expect.poll(async () => (await events(page)).length).toBe(1);
  const lab = page.locator('pos-lab');
  await lab.evaluate((e) => e.setAttribute('seed', '12'));
  await expect.poll(async () => (await events(page)).length).toBe(2);
  await lab.evaluate((e) => document.querySelector('main')!.append(e));
  expect(await events(page)).toHaveLength(2);
  await lab.evaluate(async (e) => {
    e.remove();
    await new Promise((done) => setTimeout(done));
    e.setAttribute('mask', 'causal');
    document.body.append(e);
  });
  const last = async () => (await events(page)).at(-1);
  await expect.poll(last).toEqual(['ready', { seed: '12', mask: 'causal' }]);
});

test('lab.mount mounts into any element, updates and unmounts', async ({ page, site }) => {
  await page.evaluate(async (address) => {
    const { load } = await import(address);
    const lab = await load({ backend: 'cpu' });
    const host = document.createElement('div');
    document.body.append(host);
    const view = lab.mount(host, { text: 'a b', hide: ['seed', 'heads'], positions: 'on' });
    Object.assign(globalThis, { lab, view, host });
  }, `${site.root}poslab.js`);
  const last = async () => (await events(page)).at(-1);
  const set = { backend: 'cpu', text: 'a b', hide: 'seed,heads', positions: 'on' };
  await expect.poll(last).toEqual(['ready', set]);
  await page.evaluate(() => (globalThis as any).view.update({ text: null, seed: 4 }));
  const { text: _, ...others } = set;
  await expect.poll(last).toEqual(['change', { ...others, seed: '4' }]);
  const filled = () => page.evaluate(() => (globalThis as any).host.shadowRoot.textContent.length);
  expect(await filled()).toBeGreaterThan(10);
  await page.evaluate(() => (globalThis as any).view.unmount());
  await expect.poll(filled).toBeLessThan(10);
});
