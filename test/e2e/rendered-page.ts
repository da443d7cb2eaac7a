/** A box in window pixels. */
export type RenderedBox = Readonly<Record<'left' | 'right' | 'top' | 'bottom', number>>;

/** An element and its effect on the texts inside. */
type RenderedElement = {
  /** Index of the parent element; -1 for the root. */
  readonly parent: number;
  readonly box: RenderedBox;
  readonly scrolls: boolean;
  readonly clips: boolean;
  /** Truncates overflowing text with "…". */
  readonly shortens: boolean;
  /** Is positioned above its siblings. */
  readonly isLayer: boolean;
};

/** A visible text, line by line, with the index of its element. */
export type RenderedText = {
  readonly text: string;
  readonly holder: number;
  readonly boxes: readonly RenderedBox[];
};

export type RenderedPage = {
  readonly width: number;
  readonly scrollWidth: number;
  readonly elements: readonly RenderedElement[];
  readonly texts: readonly RenderedText[];
  /** All visible or announced words, except those marked as untranslated. */
  readonly words: readonly string[];
};

/** Runs in the page: reads all texts and their positions. */
export function readRenderedPage(): RenderedPage {
  const NAMES = ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'placeholder', 'alt'];
  const all = [...document.querySelectorAll('*')];
  const places = new Map(all.map((element, index) => [element, index]));
  const placeOf = (element: Element | null): number => (element ? (places.get(element) ?? -1) : -1);
  const elements = all.map((element) => {
    const { overflowX, overflowY, textOverflow, webkitLineClamp, position } = getComputedStyle(element);
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return {
      parent: placeOf(element.parentElement),
      box: { left, right, top, bottom },
      scrolls: /auto|scroll/.test(overflowX + overflowY),
      clips: overflowX !== 'visible' || overflowY !== 'visible',
      shortens: textOverflow === 'ellipsis' || webkitLineClamp !== 'none',
      isLayer: element.matches('dialog') || /fixed|sticky|absolute/.test(position),
    };
  });
  const isRead = (element: Element): boolean =>
    places.has(element) &&
    !element.closest('script, style, noscript, [translate="no"]') &&
    (element.matches('option') || element.checkVisibility({ visibilityProperty: true }));
  const words: string[] = [document.title];
  const texts: RenderedText[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const [text = '', holder] = [node.textContent?.trim(), node.parentElement];
    if (!holder || text === '' || !isRead(holder)) continue;
    words.push(text);
    if (holder.closest('option, .visually-hidden')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter(({ width }) => width > 1);
    texts.push({
      text,
      holder: placeOf(holder),
      boxes: boxes.map(({ left, right, top, bottom }) => ({ left, right, top, bottom })),
    });
  }
  for (const element of document.querySelectorAll(NAMES.map((name) => `[${name}]`).join())) {
    if (isRead(element)) words.push(...NAMES.map((name) => element.getAttribute(name) ?? ''));
  }
  const { clientWidth: width, scrollWidth } = document.documentElement;
  return { width, scrollWidth, elements, texts, words };
}
