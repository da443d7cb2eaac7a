import { useEffect, useMemo, useState } from 'react';
import { useLocation, NavigationType, useNavigationType } from 'react-router';
import { readNote, writeNote } from '#client/saving/session-storage.ts';
import { useServices } from '#client/api/services.ts';
import { isFirstScreen } from '#client/screens/ScreenHeading.tsx';

const NAME = 'places';

/** Maximum number of stored history entries. */
const MOST = 30;

/** Scroll position relative to a question, since content above can change. */
type ScrollPosition = { readonly path: string; readonly question?: string | undefined; readonly top: number };

/** Stores the scroll position of a history entry. */
export function savePosition(entry: string, path: string): void {
  const box =
    window.scrollY > 0 ? questionBoxes().find((one) => one.getBoundingClientRect().bottom > 0) : undefined;
  const position = { path, question: box?.dataset['question'], top: box?.getBoundingClientRect().top ?? 0 };
  const others = [...readPositions()].filter(([name]) => name !== entry);
  writeNote(NAME, JSON.stringify([...others, [entry, position]].slice(-MOST)));
}

/** Positions by history entry, latest last. */
function readPositions(): ReadonlyMap<string, ScrollPosition> {
  try {
    const stored: readonly (readonly [string, ScrollPosition])[] = JSON.parse(readNote(NAME) ?? '[]');
    return new Map(stored);
  } catch {
    return new Map();
  }
}

/** Position of a history entry; with `isLoaded`, else the page's latest. */
function positionAt(entry: string, path: string, isLoaded: boolean): ScrollPosition | undefined {
  const positions = readPositions();
  const at = positions.get(entry);
  if (at?.path === path) return at;
  return isLoaded ? [...positions.values()].findLast((one) => one.path === path) : undefined;
}

function restorePosition({ question, top }: ScrollPosition): void {
  const box = questionBoxes().find((one) => one.dataset['question'] === question);
  if (box) window.scrollBy({ top: box.getBoundingClientRect().top - top, behavior: 'instant' });
  else if (question === undefined) window.scrollTo(0, 0);
}

function questionBoxes(): readonly HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-question]')];
}

/** Whether the page load was a reload or Back/Forward, not a link. */
function isReloadOrBack(): boolean {
  return performance
    .getEntriesByType('navigation')
    .some((entry) => 'type' in entry && (entry.type === 'reload' || entry.type === 'back_forward'));
}

/** Restores the scroll position after reload or Back. @returns whether it did */
export function useScrollRestoration(): boolean {
  const services = useServices();
  const location = useLocation();
  const type = useNavigationType();
  const [loaded] = useState(() => (isFirstScreen(services) ? location : undefined));
  const isLoaded = loaded === location;
  const { key, pathname } = location;
  const isBack = isLoaded ? isReloadOrBack() : type === NavigationType.Pop;
  const place = useMemo(
    () => (isBack ? positionAt(key, pathname, isLoaded) : undefined),
    [isBack, isLoaded, key, pathname],
  );
  useEffect(() => {
    const { scrollRestoration } = window.history;
    window.history.scrollRestoration = 'manual';
    return () => void (window.history.scrollRestoration = scrollRestoration);
  }, []);
  useEffect(() => {
    if (place) restorePosition(place);
  }, [place]);
  return place !== undefined;
}
