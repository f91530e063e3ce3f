// The compare view as a visitor meets it.

import { expect, type Locator, type Page } from '@playwright/test';
import { OPENING } from './order-page';

/** Where the view lives: the page itself, or an element with a shadow root. */
type Root = Pick<Page, 'locator'>;

export class ComparePage {
  readonly view: Locator;
  readonly cards: Locator;
  readonly add: Locator;
  readonly said: Locator;
  readonly notice: Locator;

  constructor(readonly root: Root) {
    this.view = root.locator('.compare');
    this.cards = root.locator('.card');
    this.add = root.locator('.add');
    this.said = root.locator('.compare > [role=status]').last();
    this.notice = root.locator('.notice').filter({ visible: true });
  }

  /** Opens the page's compare view and waits for its numbers. */
  static async open(page: Page, query = ''): Promise<ComparePage> {
    await page.goto(`./?view=compare${query}`);
    const view = new ComparePage(page);
    await view.settled();
    return view;
  }

  /** Waits until what is shown is what was asked for. */
  async settled(): Promise<void> {
    await expect(this.said).toContainText(/算好了|Done/, OPENING);
    await expect(this.view).not.toHaveClass(/waiting/, OPENING);
  }

  /** The choice of a card's encoding. */
  scheme(card: number): Locator {
    return this.cards.nth(card).locator('.entry-line select');
  }

  /** A card's buttons: forward, back, remove. */
  button(card: number, which: 0 | 1 | 2): Locator {
    return this.cards.nth(card).locator('.entry-line button').nth(which);
  }

  /** A card's number. */
  number(card: number): Locator {
    return this.cards.nth(card).locator('output');
  }

  /** The ids of the encodings, in order. */
  async schemes(): Promise<string[]> {
    return this.cards.locator('.entry-line select').evaluateAll((lists) =>
      lists.map((list) => (list as HTMLSelectElement).value),
    );
  }
}
