// A course page under another path, with a theme that styles everything, two labs and a sandboxed frame.

import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures';
import { OPENING, OrderPage } from '../../order-page';

const labs = async (page: Page, address: string) => {
  await page.goto(address);
  const [one, two] = ['#one', '#two'].map((id) => new OrderPage(page.locator(id)));
  await two.machine.scrollIntoViewIfNeeded();
  return { one, two };
};

test('two labs on one page each keep their own state', async ({ page, site }) => {
  const { one, two } = await labs(page, `${site.pages}course.html`);
  await one.expectOne();
  await two.expectTwo();
  await expect(two.first).toHaveValue('dog bites man');
  await expect(two.machine).toHaveText(/^Computed/);
  await expect(one.machine).toHaveText(/计算/);

  const number = await two.distance.innerText();
  await one.on.check();
  await one.expectTwo();
  await expect(two.distance).toHaveText(number);
  await two.off.check();
  await two.expectOne();
  await one.expectTwo();
});

test('the course’s theme does not reach the figure', async ({ page, site }) => {
  const { one } = await labs(page, `${site.pages}course.html`);
  await one.computed();
  const looks = await one.first.evaluate((field) => {
    const { fontStyle, letterSpacing, textTransform, color } = getComputedStyle(field);
    return { fontStyle, letterSpacing, textTransform, lime: color === 'rgb(0, 255, 0)' };
  });
  expect(looks).toEqual({ fontStyle: 'normal', letterSpacing: 'normal', textTransform: 'none', lime: false });
  const paper = await page.locator('#one').evaluate((lab) => {
    const root = lab.shadowRoot!.querySelector('.poslab')!;
    return getComputedStyle(root).backgroundColor;
  });
  expect(paper).toBe('rgb(251, 250, 246)');
});

test('an attribute that changes, changes the figure', async ({ page, site }) => {
  const { one } = await labs(page, `${site.pages}course.html`);
  await one.expectOne();
  await page.locator('#one').evaluate((lab) => lab.setAttribute('positions', 'on'));
  await one.expectTwo();
  await page.locator('#one').evaluate((lab) => lab.setAttribute('theme', 'dark'));
  await expect(page.locator('#one .poslab')).toHaveAttribute('data-theme', 'dark');
});

test('a wrong attribute is told in the figure', async ({ page, site }) => {
  const { one } = await labs(page, `${site.pages}course.html`);
  await one.computed();
  await page.locator('#one').evaluate((lab) => lab.setAttribute('scheme', 'magic'));
  await expect(one.notice).toContainText('scheme 不能是 magic');
});

test('the page hears what happens in a lab', async ({ page, site }) => {
  await page.addInitScript(() => {
    Object.assign(window, { events: [] });
    for (const type of ['ready', 'change', 'error']) {
      addEventListener(`poslab-${type}`, (event) => {
        const { target, detail } = event as CustomEvent;
        (window as never as { events: unknown[] }).events.push([(target as Element).id, type, detail]);
      });
    }
  });
  const { one } = await labs(page, `${site.pages}course.html`);
  await one.on.check();
  await one.expectTwo();
  await one.first.fill('');
  await expect(one.refusal('text')).toHaveText(/至少写一个词/);
  const events = await page.evaluate(() => (window as never as { events: unknown[][] }).events);
  const types = events.filter(([id]) => id === 'one').map(([, type]) => type);
  expect(types).toEqual(expect.arrayContaining(['ready', 'change', 'error']));
  const change = events.find(([id, type]) => id === 'one' && type === 'change');
  expect(change![2]).toMatchObject({ positions: 'on', text: '猫追老鼠' });
});

/** The lab in the frame, once it computes. It starts on the screen; figures that load above it may move it away before. */
async function inFrame(page: Page): Promise<OrderPage> {
  const view = new OrderPage(page.frameLocator('iframe').locator('pos-lab'));
  await expect(async () => {
    await page.locator('iframe').scrollIntoViewIfNeeded();
    await expect(view.distance).toHaveText(/\d/, { timeout: 3_000 });
  }).toPass(OPENING);
  return view;
}

test('a sandboxed frame works and tells its height', async ({ page, site }) => {
  await labs(page, `${site.pages}course.html`);
  const view = await inFrame(page);
  await view.expectOne();
  // By keyboard: while figures come, the frame grows and moves away under a pointer.
  await view.on.press('Space');
  await view.expectTwo();

  type Message = { frame: number; type?: string; subject?: string; source?: string; detail?: number; height?: number };
  const heard = () => page.evaluate(() => (window as never as { heard: Message[] }).heard);
  await expect.poll(async () => (await heard()).map(({ type }) => type)).toEqual(
    expect.arrayContaining(['hello', 'ready', 'change', 'height']),
  );
  const messages = await heard();
  expect(messages.every((message) => message.frame === 0)).toBe(true);
  const height = messages.filter((message) => message.type === 'height').at(-1)!;
  expect(height.source).toBe('poslab');
  expect(height.detail).toBeGreaterThan(300);
  expect(messages.some((m) => m.subject === 'lti.frameResize' && m.height! > 300)).toBe(true);

  // The frame is as high as it said, so nothing in it scrolls.
  const inside = page.frames().find((f) => f.url().includes('embed.html'))!;
  await expect.poll(() =>
    inside.evaluate(() => document.documentElement.scrollHeight - innerHeight),
  ).toBeLessThanOrEqual(1);
});

test('a parent that loads late is answered', async ({ page, site }) => {
  await labs(page, `${site.pages}course.html`);
  await inFrame(page);
  const answer = await page.evaluate(
    () =>
      new Promise((resolve) => {
        addEventListener('message', ({ data }) => data.type === 'hello' && resolve(data));
        const frame = document.querySelector('iframe')!;
        frame.contentWindow!.postMessage({ target: 'poslab', type: 'hello' }, '*');
      }),
  );
  expect(answer).toMatchObject({ source: 'poslab', type: 'hello' });
});
