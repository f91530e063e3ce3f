// The order view as a visitor meets it: what can be done, and what can be read.

import { expect, type Locator, type Page } from '@playwright/test';

/** How long opening a software GPU may take: it compiles every shader on the CPU. */
export const OPENING = { timeout: 60_000 };

/** Where the view lives: the page itself, a frame, or an element with a shadow root. */
type Root = Pick<Page, 'locator'>;

export class OrderPage {
  readonly first: Locator;
  readonly second: Locator;
  readonly distance: Locator;
  readonly off: Locator;
  readonly on: Locator;
  readonly reading: Locator;
  readonly machine: Locator;
  readonly notice: Locator;
  readonly language: Locator;
  readonly theme: Locator;

  constructor(readonly root: Root) {
    this.first = root.locator('#text');
    this.second = root.locator('#text-b');
    this.distance = root.locator('#distance');
    this.off = root.locator('input[name=positions][value=off]');
    this.on = root.locator('input[name=positions][value=on]');
    this.reading = root.locator('.reading');
    this.machine = root.locator('.machine');
    this.notice = root.locator('.notice').filter({ visible: true });
    this.language = root.locator('#language');
    this.theme = root.locator('#theme');
  }

  /** Opens the site's page and waits for its first number. */
  static async open(page: Page, query = ''): Promise<OrderPage> {
    await page.goto(`./${query}`);
    const view = new OrderPage(page);
    await view.computed();
    return view;
  }

  /** Waits for a number. */
  async computed(): Promise<void> {
    await expect(this.distance).toHaveText(/\d/, OPENING);
  }

  /** Waits until nothing is computed any more: what is shown is what was asked for last. */
  async settled(): Promise<void> {
    // A change starts its run at once, and the run tells of itself before the next frame.
    await expect(this.root.locator('.bench')).not.toHaveClass(/waiting/, OPENING);
    await this.computed();
  }

  /** The control of a property. */
  control(name: string): Locator {
    return this.root.locator(`#${name}`);
  }

  /** What is said at a property's control. */
  refusal(name: string): Locator {
    return this.root.locator(`#${name}-refusal`);
  }

  /** The tokens of the first (0) or the second (1) sentence. */
  tokens(which: 0 | 1): Locator {
    return this.root.locator('.sentence').nth(which).locator('.tokens li');
  }

  /** Unfolds the groups of the instrument that are folded. */
  async unfold(): Promise<void> {
    // A group whose every control a teacher hid isn't there to be opened.
    const groups = this.root.locator('.instrument details').filter({ visible: true });
    for (const group of await groups.all()) {
      if ((await group.getAttribute('open')) === null) await group.locator('summary').click();
    }
  }

  async expectOne(): Promise<void> {
    await expect(this.distance).toHaveText('0.0000', OPENING);
  }

  async expectTwo(): Promise<void> {
    // Plainly not zero: a first digit that isn't one, at least a hundredth.
    await expect(this.distance).toHaveText(/^(?!0\.00)\d+\.\d{4}$/, OPENING);
  }
}
