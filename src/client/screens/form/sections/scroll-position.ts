import { isRecord } from '#form/definition/own-property.ts';
import { useEffect, useMemo, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { readNote, writeNote } from '#client/saving/tab-storage.ts';
import { useServices } from '#client/api/services.ts';
import { isFirstScreen } from '#client/screens/ScreenHeading.tsx';

const NAME = 'places';

/** More entries of the history than anybody goes back. */
const MOST = 30;

/** The scroll position on a page, relative to a question, because what is above it may change; else its top. */
type ScrollPosition = { readonly path: string; readonly question?: string | undefined; readonly top: number };

/** Keeps where the page is scrolled to, for the entry of the history that shows it. */
export function savePosition(entry: string, path: string): void {
  const box =
    window.scrollY > 0 ? questionBoxes().find((one) => one.getBoundingClientRect().bottom > 0) : undefined;
  const position = { path, question: box?.dataset['question'], top: box?.getBoundingClientRect().top ?? 0 };
  const others = [...readPositions()].filter(([name]) => name !== entry);
  writeNote(NAME, JSON.stringify([...others, [entry, position]].slice(-MOST)));
}

/** Entry of the history → where one was, the latest last. */
function readPositions(): ReadonlyMap<string, ScrollPosition> {
  try {
    const stored: unknown = JSON.parse(readNote(NAME) ?? '[]');
    return new Map(Array.isArray(stored) ? stored.filter((one) => isEntry(one)) : []);
  } catch {
    return new Map();
  }
}

function isEntry(value: unknown): value is readonly [string, ScrollPosition] {
  if (!Array.isArray(value)) return false;
  const [entry, position]: readonly unknown[] = value;
  if (typeof entry !== 'string' || !isRecord(position)) return false;
  const { path, question, top } = position;
  return (
    typeof path === 'string' &&
    typeof top === 'number' &&
    (question === undefined || typeof question === 'string')
  );
}

/** Where one was at this entry of the history; with `isLoaded` the latest on this page will do. */
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

/** True when the browser loaded the page again, or went back to it; false for a link that was followed. */
function isReloadOrBack(): boolean {
  return performance
    .getEntriesByType('navigation')
    .some((entry) => 'type' in entry && (entry.type === 'reload' || entry.type === 'back_forward'));
}

/** Scrolls back to where a reloaded or revisited page was. @returns whether it did */
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
