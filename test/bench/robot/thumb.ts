import type { Locator, Page } from '@playwright/test';

/** What it took to fill in an application. */
export type Effort = {
  readonly taps: number;
  readonly keys: number;
  readonly scrolls: number;
  readonly min: number;
};

/** At 40 words a minute, a word being five keys. */
const SECONDS_PER_KEY = 60 / 40 / 5;
/** Keystroke-level model (Card, Moran, Newell 1983): to point at something, and to think before a thing is done. */
const SECONDS_PER_POINTING = 1.1;
const SECONDS_PER_THOUGHT = 1.35;
/** Milliseconds in which the page fills in what follows from a text, as a ZIP code: less than it takes to go on. */
const BETWEEN_TEXTS = 400;
/** How far one swipe moves the page: most of what a thumb reaches, without letting it run on. */
const SWIPE = 400;
/** More swipes one way than any page needs. */
const MANY = 200;

/**
 * One thumb on a phone. It does what a student does on a page, at once, and counts what a student would take for
 * it: taps, keys, swipes of at most 400 px, and the time of all of them.
 */
export class Thumb {
  readonly #page: Page;
  #taps = 0;
  #keys = 0;
  #scrolls = 0;
  #questions = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  get effort(): Effort {
    const [taps, keys, scrolls] = [this.#taps, this.#keys, this.#scrolls];
    const seconds =
      keys * SECONDS_PER_KEY +
      (taps + scrolls) * SECONDS_PER_POINTING +
      this.#questions * SECONDS_PER_THOUGHT;
    return { taps, keys, scrolls, min: seconds / 60 };
  }

  /** Reads a question and thinks of the answer. */
  think(): void {
    this.#questions += 1;
  }

  /** Swipes until something is in sight, with the question it belongs to, and taps it. */
  async tap(target: Locator): Promise<void> {
    await this.show(target);
    this.#taps += 1;
    await target.tap();
  }

  /** One in a list that the phone itself lays over the page, as that of a native list. */
  async choose(control: Locator, label: string): Promise<void> {
    await this.tap(control);
    this.#taps += 1;
    await control.selectOption({ label });
  }

  /** Types a text into the control that has the focus, in place of what is in it. */
  async type(control: Locator, text: string): Promise<void> {
    this.#keys += text.length;
    await control.fill(text);
    await this.#page.waitForTimeout(BETWEEN_TEXTS);
  }

  async press(key: string): Promise<void> {
    this.#keys += 1;
    await this.#page.keyboard.press(key);
  }

  /** Swipes until something is in sight, up or down; what is below comes to the upper edge, so that much follows it. */
  async show(target: Locator): Promise<void> {
    for (let swipe = 0; swipe < MANY; swipe += 1) {
      const way = await target.evaluate(wayToSee);
      if (way === 0) return;
      this.#scrolls += 1;
      const by = Math.sign(way) * Math.min(SWIPE, Math.abs(way));
      const moved = await this.#page.evaluate((top) => {
        const { scrollY } = globalThis;
        scrollBy({ top, behavior: 'instant' });
        return globalThis.scrollY !== scrollY;
      }, by);
      if (!moved) return;
    }
    throw new Error(`${String(target)} does not come into sight.`);
  }

  /** How many swipes it takes to see something; 0 where it is in sight. */
  async swipesTo(target: Locator): Promise<number> {
    return this.swipesOver(await target.evaluate(wayToSee));
  }

  /** How many swipes a way of so many pixels is, up or down. */
  swipesOver(way: number): number {
    return Math.ceil(Math.abs(way) / SWIPE);
  }
}

/** How far the page has to be moved until a control and the label above it can be seen, 0 where they can be. */
function wayToSee(control: Element): number {
  const { top: controlTop, bottom } = control.getBoundingClientRect();
  const box = control.closest('[data-question]')?.getBoundingClientRect();
  const isLow = box !== undefined && bottom - box.top > innerHeight / 2;
  const top = box === undefined || isLow ? controlTop : box.top;
  const padding = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  const isCovered = (y: number): boolean => {
    let over = document.elementFromPoint(innerWidth / 2, y);
    while (over && !['sticky', 'fixed'].includes(getComputedStyle(over).position)) over = over.parentElement;
    return over !== null && !over.contains(control);
  };
  const isSeen = top >= 0 && bottom <= innerHeight && !isCovered(top + 1) && !isCovered(bottom - 1);
  return isSeen ? 0 : Math.round(top - padding) || 1;
}
