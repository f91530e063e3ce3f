// The figures as a visitor meets them: where the cursor is, what is read out, and what the API says of the same cells.

import { expect, type Locator, type Page } from '@playwright/test';

/** A tensor as the API gives it. */
export interface Tensor {
  shape: number[];
  data: number[];
}

export class FiguresPage {
  readonly rows: Locator;
  readonly maps: Locator;
  readonly encoding: Locator;
  readonly pipeline: Locator;
  readonly house: Locator;
  readonly inspect: Locator;

  private constructor(readonly page: Page) {
    this.rows = page.locator('.fig.rows');
    this.maps = page.locator('.fig.maps');
    this.encoding = page.locator('.fig.encoding');
    this.pipeline = page.locator('.fig.pipeline');
    this.house = page.locator('.fig.house');
    this.inspect = page.locator('.inspect');
  }

  /** Brings in the figures of a page that is open: they load when somebody comes near them. */
  static async open(page: Page): Promise<FiguresPage> {
    const figures = new FiguresPage(page);
    await page.locator('.figures').scrollIntoViewIfNeeded();
    await expect(figures.pipeline).toBeVisible();
    await page.evaluate(() => scrollTo(0, 0));
    return figures;
  }

  /** The maps of the first (0) or the second (1) sentence. */
  side(which: 0 | 1): Locator {
    return this.maps.locator('.maps-side').nth(which);
  }

  /** What a screen reader is told of the cell under the cursor of the map in `figure`. */
  told(figure: Locator): Locator {
    return figure.locator('[role=status]').first();
  }

  /** What describes a map for screen readers. */
  async summary(map: Locator): Promise<string> {
    const id = await map.getAttribute('aria-describedby');
    const text = this.page.locator(`#${id}`);
    await expect(text).toHaveText(/\d/);
    return (await text.textContent())!;
  }

  /** A forward run of the API, on the backend that the page itself uses. */
  async forward(request: object): Promise<Record<string, Tensor>> {
    return this.page.evaluate(async (request) => {
      const { load } = await import(new URL('poslab.js', document.baseURI).href);
      const lab = await load();
      const { tensors } = await lab.forward(request);
      const plain = Object.entries(tensors as Record<string, { shape: number[]; data: Float32Array }>);
      return Object.fromEntries(plain.map(([name, t]) => [name, { shape: t.shape, data: [...t.data] }]));
    }, request);
  }

  /** Door 1 of the API's encode. */
  async encode(request: object): Promise<Tensor> {
    return this.page.evaluate(async (request) => {
      const { load } = await import(new URL('poslab.js', document.baseURI).href);
      const { input } = await (await load()).encode(request);
      return { shape: input.shape, data: [...input.data] };
    }, request);
  }
}

/** The last number of a text as the figures write it: "−1.234", "1.500×10⁻⁶". */
export function lastNumber(text: string): number {
  const numbers = allNumbers(text);
  expect(numbers.length, `a number in "${text}"`).toBeGreaterThan(0);
  return numbers.at(-1)!;
}

/** Every number of a text. */
export function allNumbers(text: string): number[] {
  const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹';
  const found = text.matchAll(/(−?\d+(?:\.\d+)?)(?:×10(⁻?)([⁰¹²³⁴⁵⁶⁷⁸⁹]+))?/g);
  return [...found].map(([, mantissa, sign, power]) => {
    const value = Number(mantissa.replace('−', '-'));
    const digits = [...(power ?? '')].map((c) => raised.indexOf(c)).join('');
    return value * 10 ** (Number(digits || 0) * (sign ? -1 : 1));
  });
}

/** Equal as far as four significant digits can tell. */
export function expectShown(shown: number, exact: number): void {
  expect(Math.abs(shown - exact), `${shown} against ${exact}`).toBeLessThanOrEqual(
    Math.max(6e-4 * Math.abs(exact), 1e-6),
  );
}
