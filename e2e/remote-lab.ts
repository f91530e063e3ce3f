// A lab in the page, as if it were here: the same checks then run in Node and in a browser.

import type { Page } from '@playwright/test';

type Backend = 'auto' | 'gpu' | 'cpu';

/** Answers come back with plain arrays in place of typed ones. */
export class RemoteLab {
  private constructor(private readonly page: Page) {}

  /** Opens `plain.html` of the site and a lab on it. */
  static async open(page: Page, root: string, backend: Backend): Promise<RemoteLab> {
    await page.goto(`${root}pages/plain.html`);
    await page.evaluate(
      async ([address, backend]) => {
        const { load } = await import(address);
        Object.assign(globalThis, { lab: await load({ backend }) });
      },
      [`${root}poslab.js`, backend],
    );
    return new RemoteLab(page);
  }

  /** Where it computes. */
  backend(): Promise<string> {
    return this.page.evaluate(() => (globalThis as any).lab.backend);
  }

  encode = (request: object) => this.call('encode', request);
  attend = (request: object) => this.call('attend', request);
  forward = (request: object) => this.call('forward', request);
  diagnose = () => this.call('diagnose', {});

  private call(method: string, request: object): Promise<any> {
    return this.page.evaluate(
      async ([method, request]) => {
        const plain = (value: any): any => {
          if (ArrayBuffer.isView(value)) return [...(value as Float32Array)];
          if (Array.isArray(value)) return value.map(plain);
          if (value === null || typeof value !== 'object') return value;
          return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, plain(v)]));
        };
        return plain(await (globalThis as any).lab[method as string](request));
      },
      [method, request] as const,
    );
  }
}
