import { isRecord } from '#form/definition/is-record.ts';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { onPageHidden } from '#client/events/page-visibility.ts';
import { useServices } from '#client/data/services.ts';
import { isFirstScreen } from '#client/screens/use-screen-focus.ts';

const NAME = 'matricula:place';

/** The scroll position on a page, relative to a question, because what is above it may change. */
type ScrollPosition = { readonly path: string; readonly question: string; readonly top: number };

/** True when the browser loaded the page again, or went back to it; false for a link that was followed. */
function isReloadOrBack(): boolean {
  return performance
    .getEntriesByType('navigation')
    .some((entry) => 'type' in entry && (entry.type === 'reload' || entry.type === 'back_forward'));
}

/** Stores the position in this tab; at the top of a page none is stored. */
function savePosition(path: string): void {
  const box =
    window.scrollY > 0 ? questionBoxes().find((one) => one.getBoundingClientRect().bottom > 0) : undefined;
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
function readPosition(path: string): ScrollPosition | undefined {
  try {
    const position: unknown = JSON.parse(window.sessionStorage.getItem(NAME) ?? 'null');
    return isPosition(position) && position.path === path ? position : undefined;
  } catch {
    return undefined;
  }
}

function restorePosition({ question, top }: ScrollPosition): void {
  const box = questionBoxes().find((one) => one.dataset['question'] === question);
  if (box) window.scrollBy(0, box.getBoundingClientRect().top - top);
}

function questionBoxes(): readonly HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-question]')];
}

function isPosition(value: unknown): value is ScrollPosition {
  return isRecord(value) && typeof value['question'] === 'string' && typeof value['top'] === 'number';
}

/**
 * Brings somebody who loads a page of the form again, or comes back to it from elsewhere, to where they were. The
 * browser would try that while only the spinner is there.
 *
 * @returns true at the address with which the page was loaded so: the question that it names was brought before
 */
export function useScrollRestoration(): boolean {
  const services = useServices();
  const { key, pathname } = useLocation();
  const [loaded] = useState(() =>
    isFirstScreen(services) && isReloadOrBack() ? { key, place: readPosition(pathname) } : undefined,
  );
  const place = loaded?.key === key ? loaded.place : undefined;
  useEffect(() => {
    if (place) restorePosition(place);
  }, [place]);
  useEffect(() => onPageHidden(() => savePosition(pathname)), [pathname]);
  return place !== undefined;
}
