import { isRecord } from '#client/data/read-answers.ts';

const NAME = 'matricula:place';

/** The scroll position on a page, relative to a question, because what is above it may change. */
export type ScrollPosition = { readonly path: string; readonly question: string; readonly top: number };

/** True when the browser loaded the page again, or went back to it; false for a link that was followed. */
export function isReloadOrBack(): boolean {
  return performance
    .getEntriesByType('navigation')
    .some((entry) => 'type' in entry && (entry.type === 'reload' || entry.type === 'back_forward'));
}

/** Stores the position in this tab; at the top of a page none is stored. */
export function savePosition(path: string): void {
  const box = window.scrollY > 0 ? boxes().find((one) => one.getBoundingClientRect().bottom > 0) : undefined;
  const question = box?.dataset['question'];
  try {
    if (box === undefined || question === undefined) return window.sessionStorage.removeItem(NAME);
    const position: ScrollPosition = { path, question, top: box.getBoundingClientRect().top };
    window.sessionStorage.setItem(NAME, JSON.stringify(position));
  } catch {
    // Where cookies are blocked, the page begins at its top.
  }
}

/** The stored position on this page, in this tab. */
export function readPosition(path: string): ScrollPosition | undefined {
  try {
    const position: unknown = JSON.parse(window.sessionStorage.getItem(NAME) ?? 'null');
    return isPosition(position) && position.path === path ? position : undefined;
  } catch {
    return undefined;
  }
}

export function restorePosition({ question, top }: ScrollPosition): void {
  const box = boxes().find((one) => one.dataset['question'] === question);
  if (box) window.scrollBy(0, box.getBoundingClientRect().top - top);
}

function boxes(): readonly HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-question]')];
}

function isPosition(value: unknown): value is ScrollPosition {
  return isRecord(value) && typeof value['question'] === 'string' && typeof value['top'] === 'number';
}
