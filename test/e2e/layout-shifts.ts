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

/** Logs an error in the pages of a browser for unexpected layout shifts, or any while a pointer is pressed. */
export async function watchShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(reportShifts, MAX_SHIFT);
  await context.addInitScript(reportShiftsUnderPointer);
}

/**
 * Runs in the page: logs an error if a session window's shifts exceed the maximum. Shifts within half a second of
 * input are expected; so are those within half a second of the server's response to it, and those with the next screen.
 * Only time in which the page is at rest counts.
 */
function reportShifts(most: number): void {
  const RECENT_MS = 500;
  const TICK_MS = 20;
  let window = { from: 0, last: 0, sum: 0 };
  let input = -Infinity;
  let answered = -Infinity;
  // In small steps, because a page is rendered in slices between which timers run.
  const rests: { readonly end: number; readonly length: number }[] = [];
  let ticked = performance.now();
  const tick = (): void => {
    const end = performance.now();
    rests.push({ end, length: Math.min(end - ticked, 2 * TICK_MS) });
    ticked = end;
    setTimeout(() => requestIdleCallback(tick), TICK_MS);
  };
  requestIdleCallback(tick);
  const isSoonAfter = (at: number, time: number): boolean => {
    const rested = rests.reduce((sum, { end, length }) => sum + (end > at && end <= time ? length : 0), 0);
    return time >= at && rested < RECENT_MS;
  };
  let { pathname } = location;
  new MutationObserver(() => {
    if (location.pathname !== pathname) answered = performance.now();
    ({ pathname } = location);
  }).observe(document, { childList: true, subtree: true });
  for (const type of ['pointerdown', 'keydown'])
    addEventListener(type, ({ timeStamp }) => (input = timeStamp), { capture: true });
  // The touch of a passkey is invisible to the page.
  if (isSecureContext) {
    const { get } = CredentialsContainer.prototype;
    CredentialsContainer.prototype.get = async function getCredential(options) {
      const found = await get.call(this, options);
      input = performance.now();
      return found;
    };
  }
  // A call can follow another's response.
  const answer = (begun: number, ended: number): void => {
    if ([input, answered].some((at) => isSoonAfter(at, begun))) answered = Math.max(answered, ended);
  };
  // The browser can report a response after the page has rendered it.
  const { fetch } = globalThis;
  globalThis.fetch = async (...call) => {
    const begun = performance.now();
    const response = await fetch(...call);
    answer(begun, performance.now());
    return response;
  };
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) answer(startTime, startTime + duration);
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

/** Runs in the page: logs an error if questions move while a pointer is pressed, because its click would miss. */
function reportShiftsUnderPointer(): void {
  const presses: { readonly from: number; to: number }[] = [];
  addEventListener('pointerdown', ({ timeStamp }) => presses.push({ from: timeStamp, to: Infinity }), true);
  for (const type of ['pointerup', 'pointercancel'])
    addEventListener(
      type,
      ({ timeStamp }) => {
        const press = presses.at(-1);
        if (press) press.to = timeStamp;
      },
      true,
    );
  new PerformanceObserver((list) => {
    const shifts: readonly Shift[] = Object(list.getEntries());
    for (const { startTime, sources } of shifts) {
      const isPressed = presses.some(({ from, to }) => startTime > from && startTime < to);
      const moved = sources.flatMap(({ node, previousRect, currentRect }) => {
        const element = node instanceof Element ? node : node?.parentElement;
        return previousRect.y !== currentRect.y && element?.closest('.form-page')
          ? [element.outerHTML.slice(0, 120)]
          : [];
      });
      if (isPressed && moved.length > 0)
        console.error(`Questions of ${location.pathname} move under a pointer: ${moved.join(' | ')}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}
