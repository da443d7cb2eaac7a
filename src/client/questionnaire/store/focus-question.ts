import { focusFirst } from '../layout/focus-first.ts';
import { revealQuestion } from '../reveal-question.ts';

/** How long a page that is still loading is waited for. */
const TIMEOUT_MS = 10_000;

/** What an address names: a question, or else a section; with `isSection` the section, whatever questions are called. */
export type NamedPlace = { readonly name: string; readonly isSection: boolean };

/** Scrolls to a question and focuses its chosen option or first control, as {@link focusPlace} does. */
export function focusQuestion(key: string): () => void {
  return focusPlace({ name: key, isSection: false });
}

/**
 * Scrolls to a question and focuses its chosen option or first control, or to a section and focuses its heading, as
 * soon as it is on the page. A closed tab is opened. Waiting ends after ten seconds, and at once when the student does something else.
 *
 * @returns how to stop waiting
 */
export function focusPlace(place: NamedPlace): () => void {
  const controller = new AbortController();
  const observer = new MutationObserver(() => attempt());
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    controller.abort();
  };
  const timer = setTimeout(stop, TIMEOUT_MS);
  const attempt = () => {
    if (tryFocus(place)) stop();
  };
  observer.observe(document.body, { childList: true, subtree: true });
  for (const event of ['pointerdown', 'keydown', 'wheel']) {
    document.addEventListener(event, stop, { signal: controller.signal, passive: true });
  }
  attempt();
  return stop;
}

function tryFocus({ name, isSection }: NamedPlace): boolean {
  const escaped = CSS.escape(name);
  const question = `[data-question="${escaped}"]`;
  const heading = `:is(h2, h3, h4)#section-${escaped}`;
  if (!document.querySelector(isSection ? heading : question)) revealQuestion(name);
  const box = isSection ? null : document.querySelector(question);
  return box ? focusBox(box, name) : focusHeading(document.querySelector(heading));
}

function focusBox(box: Element, key: string): boolean {
  if (!focusIn(box, key)) return false;
  box.scrollIntoView({ block: 'center' });
  return true;
}

function focusHeading(heading: Element | null): boolean {
  if (!(heading instanceof HTMLHeadingElement)) return false;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  heading.scrollIntoView();
  return true;
}

/** The question's own control has its key as id (a dial code may come before the number); a group has none. */
function focusIn(box: Element, key: string): boolean {
  const own = box.querySelector<HTMLElement>(`#${CSS.escape(key)}`);
  own?.focus({ preventScroll: true });
  return (own !== null && own === document.activeElement) || focusFirst(box, { preventScroll: true });
}
