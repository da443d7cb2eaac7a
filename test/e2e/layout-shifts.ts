import type { BrowserContext } from '@playwright/test';

/** Maximum Cumulative Layout Shift as defined by web.dev, where 0.1 is good. */
const MAX_SHIFT = 0.02;

/** An entry of the Layout Instability API, which TypeScript lacks. */
type Shift = {
  readonly startTime: number;
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly {
    readonly node: Node | null;
    readonly previousRect: DOMRectReadOnly;
    readonly currentRect: DOMRectReadOnly;
  }[];
};

/** Logs an error in the pages of a browser for unexpected layout shifts, or shifts by messages next to answers. */
export async function watchShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(reportShifts, MAX_SHIFT);
  await context.addInitScript(reportShiftsByMessages, MAX_SHIFT);
}

/**
 * Runs in the page: logs an error if a session window's shifts exceed the maximum. Shifts within half a second of
 * input are expected; so are those within half a second of the server's response to it. Time without CPU does not
 * count.
 */
function reportShifts(most: number): void {
  const RECENT_MS = 500;
  const TICK_MS = 50;
  let window = { from: 0, last: 0, sum: 0 };
  let input = -Infinity;
  let answered = -Infinity;
  const stalls: { readonly end: number; readonly length: number }[] = [];
  let ticked = performance.now();
  setInterval(() => {
    const end = performance.now();
    if (end - ticked > 2 * TICK_MS) stalls.push({ end, length: end - ticked - TICK_MS });
    ticked = end;
  }, TICK_MS);
  const isSoonAfter = (at: number, time: number): boolean => {
    const stalled = stalls.reduce((sum, { end, length }) => sum + (end > at && end <= time ? length : 0), 0);
    return time >= at && time - at - stalled < RECENT_MS;
  };
  for (const type of ['pointerdown', 'keydown'])
    addEventListener(type, ({ timeStamp }) => (input = timeStamp), { capture: true });
  new PerformanceObserver((list) => {
    for (const { name, startTime, duration } of list.getEntries()) {
      // A call can follow another's response, or a passkey prompt, invisible to the page.
      const isTouch = name.endsWith('/public/passkey-login');
      if (isTouch || [input, answered].some((at) => isSoonAfter(at, startTime)))
        answered = startTime + duration;
    }
  }).observe({ type: 'resource' });
  const add = ({ startTime, value, sources }: Shift): void => {
    const isNew = startTime - window.last > 1000 || startTime - window.from > 5000;
    const before = isNew ? { from: startTime, sum: 0 } : window;
    window = { from: before.from, last: startTime, sum: before.sum + value };
    if (window.sum <= most) return;
    const moved = sources.map(({ node }) =>
      node instanceof Element ? node.outerHTML.slice(0, 120) : 'a text',
    );
    console.error(
      `The layout shifts by ${window.sum.toFixed(3)} on ${location.pathname}: ${moved.join(' | ')}`,
    );
  };
  const observer = new PerformanceObserver((list) => {
    const shifts: readonly Shift[] = Object(list.getEntries());
    // Print layout is separate.
    if (matchMedia('print').matches) return;
    for (const shift of shifts) {
      const isCaused = [input, answered].some((at) => isSoonAfter(at, shift.startTime));
      if (!shift.hadRecentInput && !isCaused) add(shift);
    }
  });
  observer.observe({ type: 'layout-shift', buffered: true });
}

/**
 * Runs in the page: logs an error if messages next to answers shift questions too much within a session window. Input
 * is no excuse, since messages appear as the next control is touched. Ignores shifts when questions or documents
 * appear or disappear in the same frame, or after the window changed.
 */
function reportShiftsByMessages(most: number): void {
  /** Maximum delay of the frame that renders a change. */
  const FRAME_MS = 100;
  const MESSAGES = '.box-error, .box-notices, .foot-note, .lookup-note';
  const QUESTIONS = '.box, .document, h2, h3, h4';
  let messageAt = -Infinity;
  let questionAt = -Infinity;
  let resized = -Infinity;
  let window = { from: 0, last: 0, sum: 0 };
  addEventListener('resize', ({ timeStamp }) => (resized = timeStamp));
  new MutationObserver((records) => {
    const changed = records.flatMap(({ addedNodes, removedNodes }) => [...addedNodes, ...removedNodes]);
    const elements = changed.filter((node) => node instanceof Element);
    if (elements.some((each) => each.matches(QUESTIONS) || each.querySelector(QUESTIONS))) {
      questionAt = performance.now();
      return;
    }
    const places = [...changed, ...records.map(({ target }) => target)];
    const isMessage = places.some((node) =>
      (node instanceof Element ? node : node.parentElement)?.closest(MESSAGES),
    );
    if (isMessage) messageAt = performance.now();
  }).observe(document, { childList: true, characterData: true, subtree: true });
  const add = ({ startTime, value, sources }: Shift): void => {
    const moved = sources.flatMap(({ node, previousRect, currentRect }) => {
      const element = node instanceof Element ? node : node?.parentElement;
      return previousRect.y !== currentRect.y && element?.closest('.form-page')
        ? [element.outerHTML.slice(0, 120)]
        : [];
    });
    if (moved.length === 0) return;
    const isNew = startTime - window.last > 1000 || startTime - window.from > 5000;
    const before = isNew ? { from: startTime, sum: 0 } : window;
    window = { from: before.from, last: startTime, sum: before.sum + value };
    if (window.sum > most)
      console.error(
        `A sentence shifts ${location.pathname} by ${window.sum.toFixed(3)}: ${moved.join(' | ')}`,
      );
  };
  new PerformanceObserver((list) => {
    const shifts: readonly Shift[] = Object(list.getEntries());
    for (const shift of shifts) {
      const isSoonAfter = (at: number): boolean => shift.startTime >= at && shift.startTime - at < FRAME_MS;
      const isByWindow = resized >= messageAt && shift.startTime >= resized;
      if (isSoonAfter(messageAt) && !isSoonAfter(questionAt) && !isByWindow) add(shift);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}
