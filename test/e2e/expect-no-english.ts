import { expect, type Page } from '@playwright/test';
import { waitUntilStill } from './journey.ts';
import { type RenderedBox, type RenderedPage, type RenderedText, readRenderedPage } from './rendered-page.ts';

/** What a page in another language can contain. */
export type Foreign = {
  /** Words of the language, in lower case. */
  readonly words: ReadonlySet<string>;
  /** Names and texts entered by people. */
  readonly data: readonly string[];
};

/**
 * Checks a page in another language: no English word visible or announced, nothing truncated or beyond the edges, no
 * overlapping texts. Data can have any length, and may be truncated.
 *
 * @param foreign the words of the language, and untranslated names, addresses and answers
 */
export async function expectNoEnglish(page: Page, where: string, foreign: Foreign): Promise<void> {
  const { data } = foreign;
  const read = async () => {
    await waitUntilStill(page);
    const rendered = await page.evaluate(readRenderedPage);
    return { rendered, texts: rendered.texts.filter(({ text }) => !data.includes(text)) };
  };
  const cut = async (): Promise<readonly string[]> => {
    const { rendered, texts } = await read();
    return clippedTexts(rendered, texts);
  };
  // A toast is clipped while it slides in.
  await expect.poll(cut, `${where} has room for it`).toEqual([]);
  const { rendered, texts } = await read();
  expect.soft(englishIn(rendered.words, foreign), `${where} is in the language`).toEqual([]);
  expect
    .soft(rendered.scrollWidth, `${where} is no wider than the screen`)
    .toBeLessThanOrEqual(rendered.width);
  expect.soft(overlappingTexts(rendered, texts), `${where} has no overlapping texts`).toEqual([]);
}

/** Returns the texts with words that are neither of a translation nor of the data, without duplicates. */
export function englishIn(texts: readonly string[], { data, words }: Foreign): readonly string[] {
  const known = new Set([...words, ...data.flatMap(wordsIn)]);
  return [...new Set(texts.filter((text) => wordsIn(text).some((word) => !known.has(word))))];
}

/** Returns the words of a text in lower case. */
export function wordsIn(text: string): readonly string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/\p{L}{2,}/gu) ?? []
  );
}

/** A truncated text is accepted if it also appears in full, such as a section title. */
function clippedTexts(rendered: RenderedPage, texts: readonly RenderedText[]): readonly string[] {
  const ways = texts.map((each) => ({
    ...each,
    ways: each.boxes.map((box) => clippingOf(rendered, each, box)),
  }));
  const whole = new Set(
    ways.filter((each) => each.ways.every((way) => way === 'whole')).map(({ text }) => text),
  );
  return ways
    .filter((each) => each.ways.includes('cut') || (each.ways.includes('shortened') && !whole.has(each.text)))
    .map(({ text }) => text);
}

/** How ancestors clip a line; entirely hidden lines are intentional. */
function clippingOf(
  { elements, width }: RenderedPage,
  { holder }: RenderedText,
  box: RenderedBox,
): 'whole' | 'shortened' | 'cut' {
  for (let around = elements[holder]; around; around = elements[around.parent]) {
    if (around.scrolls) return 'whole';
    if (!around.clips) continue;
    if (shared(box, around.box).width <= 0 || shared(box, around.box).height <= 0) return 'whole';
    if (isOver(box, around.box)) return around.shortens ? 'shortened' : 'cut';
  }
  return box.left < -1 || box.right > width + 1 ? 'cut' : 'whole';
}

/** Tolerates glyphs a little higher than their line. */
function isOver(inner: RenderedBox, outer: RenderedBox): boolean {
  const isOutsideHorizontally = inner.left < outer.left - 1 || inner.right > outer.right + 1;
  return isOutsideHorizontally || inner.top < outer.top - 4 || inner.bottom > outer.bottom + 4;
}

function shared(one: RenderedBox, other: RenderedBox): { readonly width: number; readonly height: number } {
  return {
    width: Math.min(one.right, other.right) - Math.max(one.left, other.left),
    height: Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top),
  };
}

/** Overlapping texts, except below fixed bars and dialogs. */
function overlappingTexts({ elements }: RenderedPage, texts: readonly RenderedText[]): readonly string[] {
  const layerOf = (at: number): number => {
    const element = elements[at];
    return !element || element.isLayer ? at : layerOf(element.parent);
  };
  const placed = texts.map((each) => ({
    ...each,
    boxes: each.boxes.map((box) => visiblePartOf(elements, each.holder, box)),
    layer: layerOf(each.holder),
  }));
  return placed.flatMap((one, index) =>
    placed
      .slice(index + 1)
      .filter((other) => other.layer === one.layer && overlaps(one, other))
      .map((other) => `${one.text} / ${other.text}`),
  );
}

/** Visible part of a line after clipping by ancestors. */
function visiblePartOf(elements: RenderedPage['elements'], holder: number, box: RenderedBox): RenderedBox {
  let seen = box;
  for (let around = elements[holder]; around; around = elements[around.parent]) {
    if (!around.clips) continue;
    seen = {
      left: Math.max(seen.left, around.box.left),
      right: Math.min(seen.right, around.box.right),
      top: Math.max(seen.top, around.box.top),
      bottom: Math.min(seen.bottom, around.box.bottom),
    };
  }
  return seen;
}

function overlaps(one: RenderedText, other: RenderedText): boolean {
  return one.boxes.some((box) =>
    other.boxes.some((another) => {
      const { width, height } = shared(box, another);
      return width > 2 && height > Math.min(box.bottom - box.top, another.bottom - another.top) / 3;
    }),
  );
}
