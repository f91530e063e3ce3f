// The built page in a real Chromium. A project is a way to open the page; the folder of a spec
// says which projects run it:
//   specs/every    gpu, cpu and phone: what must hold for every visitor
//   specs/gpu      WebGPU on a software adapter, drawn through a 2-D canvas. Most specs.
//   specs/cpu      no WebGPU at all: the page computes on the CPU
//   specs/surface  a WebGPU canvas on the page; no screenshots here, they would hang
//   specs/phone    390 by 844 points, touch
// `cargo xtask test e2e` runs them; `cargo xtask test e2e -- --project phone race` only some.

import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { defineConfig } from '@playwright/test';

const specs = join(import.meta.dirname, 'specs');

// Nothing but the page may use the network, nor may a test depend on the machine.
const common = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const software = ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'];
const softwareSurface = [
  '--enable-unsafe-webgpu',
  '--enable-features=Vulkan',
  '--use-vulkan=swiftshader',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];

const projects: [name: string, folders: string[], flags: string[], use: object][] = [
  ['gpu', ['every', 'gpu'], software, {}],
  ['cpu', ['every', 'cpu'], [], {}],
  ['surface', ['surface'], softwareSurface, {}],
  [
    'phone',
    ['every', 'phone'],
    software,
    { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  ],
];

/** The system's browser: the variable CHROMIUM, or the first that PATH knows. */
function chromium(): string {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  for (const name of ['chromium', 'chromium-browser', 'google-chrome']) {
    for (const folder of (process.env.PATH ?? '').split(delimiter)) {
      try {
        accessSync(join(folder, name), constants.X_OK);
        return join(folder, name);
      } catch {
        // Not in this folder.
      }
    }
  }
  throw new Error('no Chromium found: `cargo xtask test e2e` installs one, or set CHROMIUM');
}

// An empty folder would pass unseen.
for (const folder of ['every', 'gpu', 'cpu', 'surface', 'phone']) {
  const files = readdirSync(join(specs, folder), { recursive: true }) as string[];
  if (!files.some((file) => file.endsWith('.spec.ts'))) {
    throw new Error(`specs/${folder} has no *.spec.ts: an empty folder proves nothing`);
  }
}

export default defineConfig({
  testDir: specs,
  outputDir: 'test-results',
  forbidOnly: !!process.env.CI,
  fullyParallel: true,
  retries: 0,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  webServer: {
    command: 'node server.mjs',
    // Playwright puts the port into the variable POSLAB_PORT.
    wait: { stdout: /serving on port (?<poslab_port>\d+)/ },
  },
  use: {
    baseURL: `http://127.0.0.1:${process.env.POSLAB_PORT}/`,
    locale: 'zh-CN',
    viewport: { width: 1280, height: 800 },
  },
  projects: projects.map(([name, folders, flags, use]) => ({
    name,
    testMatch: folders.map((folder) => `${folder}/**/*.spec.ts`),
    use: {
      ...use,
      browserName: 'chromium',
      launchOptions: { executablePath: chromium(), args: [...common, ...flags] },
    },
  })),
});
