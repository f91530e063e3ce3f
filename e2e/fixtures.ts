// What every spec uses instead of Playwright's own `test`:
//   import { expect, test } from '../../fixtures';
//
// A test fails, whatever else it asserts, when a page logs an error or a warning, throws, makes
// WebGPU report an error, asks another host for anything, or asks for something and doesn't get it.
// A test that provokes one of these on purpose says so first: `problems.allow(/is not a number/)`.

import AxeBuilder from '@axe-core/playwright';
import { expect, test as base, type Page } from '@playwright/test';

export { expect };

interface Problems {
  /** What has gone wrong so far, one line each. */
  readonly seen: string[];
  /** Lets lines pass that match. */
  allow(pattern: RegExp): void;
}

interface Site {
  /** The built site at the root of a host. Specs can also use relative addresses. */
  root: string;
  /** The same site under a sub-path. */
  sub: string;
  /** The folder of course pages, e2e/pages. */
  pages: string;
  /** An address of this site (root, sub, pages), from another origin. */
  elsewhere(address: string): string;
}

interface Fixtures {
  problems: Problems;
  site: Site;
  /** Fails unless the page (or the part that `selector` names) has no accessibility fault. */
  axe: (selector?: string) => Promise<void>;
  /** Writes test-results/shots/PROJECT-NAME.png. */
  shot: (name: string) => Promise<void>;
}

/** What this Chromium logs about itself, not about the page. */
const ofTheBrowser = [/WebGPU is experimental on this platform/, /GPU stall due to ReadPixels/, /No available adapters/];

const port = () => process.env.POSLAB_PORT;
const ours = () => [`127.0.0.1:${port()}`, `localhost:${port()}`];

/** Whether an address stays on this machine. */
function isOurs(address: string): boolean {
  const url = new URL(address);
  return ['data:', 'blob:', 'about:'].includes(url.protocol) || ours().includes(url.host);
}

/** Runs in every frame: logs what WebGPU reports, whatever the page does with it. */
function logGpuErrors() {
  const adapters = globalThis.GPUAdapter?.prototype;
  if (!adapters) return;
  const { requestDevice } = adapters;
  adapters.requestDevice = async function (this: GPUAdapter, ...args) {
    const device = await requestDevice.apply(this, args);
    device.addEventListener('uncapturederror', ({ error }) => {
      console.error(`WebGPU ${error.constructor.name}: ${error.message}`);
    });
    return device;
  };
}

export const test = base.extend<Fixtures>({
  problems: [
    async ({ context }, use) => {
      const seen: string[] = [];
      const allowed = [...ofTheBrowser];
      await context.addInitScript(logGpuErrors);
      context.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) {
          seen.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
        }
      });
      context.on('weberror', (error) => seen.push(`page error: ${error.error().stack}`));
      context.on('request', (request) => {
        if (!isOurs(request.url())) seen.push(`request to another host: ${request.url()}`);
      });
      context.on('requestfailed', (request) => {
        // A page that is left or reloaded gives up what it was loading.
        const why = request.failure()?.errorText;
        if (why !== 'net::ERR_ABORTED') seen.push(`request failed: ${request.url()} (${why})`);
      });
      context.on('response', (response) => {
        if (response.status() >= 400) seen.push(`HTTP ${response.status()}: ${response.url()}`);
      });
      await use({ seen, allow: (pattern) => void allowed.push(pattern) });
      const problems = seen.filter((line) => !allowed.some((pattern) => pattern.test(line)));
      expect(problems, 'the page must be silent and stay at home').toEqual([]);
    },
    { auto: true },
  ],

  site: async ({ baseURL }, use) => {
    await use({
      root: baseURL!,
      sub: `${baseURL}course/unit-1/poslab/`,
      pages: `${baseURL}pages/`,
      elsewhere: (address) => address.replace('//127.0.0.1:', '//localhost:'),
    });
  },

  axe: async ({ page }, use) => {
    await use(async (selector) => {
      const builder = new AxeBuilder({ page });
      const { violations } = await (selector ? builder.include(selector) : builder).analyze();
      const faults = violations.flatMap(({ id, help, nodes }) =>
        nodes.map((node) => `${id} (${help}): ${node.target.join(' ')}`),
      );
      expect(faults, 'accessibility faults').toEqual([]);
    });
  },

  shot: async ({ page }, use, { project }) => {
    await use(async (name) => {
      await page.screenshot({ path: `${project.outputDir}/shots/${project.name}-${name}.png` });
    });
  },
});

/** Opens an address of the site and waits until the page asks for nothing more. */
export async function open(page: Page, address = './'): Promise<void> {
  await page.goto(address, { waitUntil: 'networkidle' });
}
