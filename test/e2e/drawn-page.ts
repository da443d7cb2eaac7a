/** Where something is drawn, in pixels of the window. */
export type DrawnBox = Readonly<Record<'left' | 'right' | 'top' | 'bottom', number>>;

/** An element, and what it does to texts in it. */
type DrawnElement = {
  /** Which of the elements it is in; -1 for the outermost. */
  readonly parent: number;
  readonly box: DrawnBox;
  readonly scrolls: boolean;
  readonly clips: boolean;
  /** Ends in "…" what it has no room for. */
  readonly shortens: boolean;
  /** Lies above what is beside it in the page. */
  readonly isLayer: boolean;
};

/** A text that is seen, line by line, and which of the elements it is in. */
export type DrawnText = {
  readonly text: string;
  readonly holder: number;
  readonly boxes: readonly DrawnBox[];
};

export type DrawnPage = {
  readonly width: number;
  readonly scrollWidth: number;
  readonly elements: readonly DrawnElement[];
  readonly texts: readonly DrawnText[];
  /** All that is seen or read out, but what is marked as the same in every language. */
  readonly words: readonly string[];
};

/** Runs in the page: what is said there, and where. */
export function readDrawnPage(): DrawnPage {
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
  const texts: DrawnText[] = [];
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
