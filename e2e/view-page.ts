// A view made of figures, as a visitor meets it: its curves and its heat maps.

import { expect, type Locator, type Page } from '@playwright/test';

/** How long opening a software GPU may take: it compiles every shader on the CPU. */
const OPENING = { timeout: 60_000 };

/** One figure of curves. */
export interface Curves {
  figure: Locator;
  /** What the keyboard's cursor walks on. */
  plot: Locator;
  /** What a screen reader is told of the place under the cursor. */
  told: Locator;
  /** The button of the table. */
  table: Locator;
}

export class FigureView {
  constructor(readonly root: Pick<Page, 'locator' | 'getByRole'>) {}

  /** Opens a view on the site's page and waits for it. */
  static async open(page: Page, query: string): Promise<FigureView> {
    await page.goto(`./${query}`);
    await expect(page.locator('.lab .bench')).toBeVisible(OPENING);
    return new FigureView(page);
  }

  /** The figure of curves of this number, or of this heading. */
  curves(which: number | string): Curves {
    const all = this.root.locator('.fig.curves');
    const figure =
      typeof which === 'number'
        ? all.nth(which)
        : this.root.locator('section').filter({ has: this.root.getByRole('heading', { name: which }) }).locator('.fig.curves');
    return {
      figure,
      plot: figure.locator('.curves-plot'),
      told: figure.locator('[role=status]'),
      table: figure.locator('.fig-toggle'),
    };
  }

  /** Every heat map that is drawn. */
  get maps(): Locator {
    return this.root.locator('.heat-view');
  }
}
