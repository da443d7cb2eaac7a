import { isRecord } from '#client/data/read-answers.ts';

const NAME = 'matricula:place';

/** Where on a page somebody is: how far a question is below the top of the window, because what is above it may change. */
export type Place = { readonly path: string; readonly question: string; readonly top: number };

/** True when the browser loaded the page again, or went back to it; an address that was followed is another matter. */
export function isLoadedAgain(): boolean {
  return performance
    .getEntriesByType('navigation')
    .some((entry) => 'type' in entry && (entry.type === 'reload' || entry.type === 'back_forward'));
}

/** Has the tab remember the place; at the top of a page there is none. */
export function keepPlace(path: string): void {
  const box = window.scrollY > 0 ? boxes().find((one) => one.getBoundingClientRect().bottom > 0) : undefined;
  const question = box?.dataset['question'];
  try {
    if (box === undefined || question === undefined) return window.sessionStorage.removeItem(NAME);
    const place: Place = { path, question, top: box.getBoundingClientRect().top };
    window.sessionStorage.setItem(NAME, JSON.stringify(place));
  } catch {
    // Where cookies are blocked, the page begins at its top.
  }
}

/** The place that was left on this page, in this tab. */
export function readPlace(path: string): Place | undefined {
  try {
    const place: unknown = JSON.parse(window.sessionStorage.getItem(NAME) ?? 'null');
    return isPlace(place) && place.path === path ? place : undefined;
  } catch {
    return undefined;
  }
}

export function goToPlace({ question, top }: Place): void {
  const box = boxes().find((one) => one.dataset['question'] === question);
  if (box) window.scrollBy(0, box.getBoundingClientRect().top - top);
}

function boxes(): readonly HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-question]')];
}

function isPlace(value: unknown): value is Place {
  return isRecord(value) && typeof value['question'] === 'string' && typeof value['top'] === 'number';
}
