import { useEffect, useEffectEvent, useSyncExternalStore, useMemo, useState } from 'react';
import { useLocation, NavigationType, useNavigationType } from 'react-router';
import type { PageDefinition } from '#form/definition/definition.ts';
import type { SectionProgress } from '#form/progress/section-progress.ts';
import { onPageHidden } from '#client/ui/page-visibility.ts';
import { sectionAnchor } from '#form/definition/walk-layout.ts';
import { afterFrame, createTimer } from '#client/ui/schedule.ts';
import { isRecord } from '#form/definition/own-property.ts';
import { readNote, writeNote } from '#client/saving/tab-storage.ts';
import { useServices } from '#client/api/services.ts';
import { isFirstScreen } from '#client/screens/ScreenHeading.tsx';

/** Milliseconds without scrolling after which the address follows; browsers allow a hundred changes in half a minute. */
const SETTLED_AFTER = 250;

/** How far down the window a heading has come when its section is read, as a share of the window. */
const READING_LINE = 0.4;

/** A section on the screen. */
type RenderedSection = { readonly anchor: string; readonly box: Element };

/** Anchor of the section in sight: with the focus, else the last heading reached. The address follows. */
export function useSectionInSight(
  page: PageDefinition,
  sections: readonly SectionProgress[],
): string | undefined {
  const { key } = useLocation();
  const follow = useEffectEvent(() => followAddress(page, sectionInSight(sections)));
  useEffect(() => {
    const settle = (): void => {
      savePosition(key, page.path);
      follow();
    };
    const timer = createTimer(settle);
    const stopMoves = onMove(() => timer.start(SETTLED_AFTER));
    const stopHidden = onPageHidden(settle);
    return () => {
      timer.stop();
      stopMoves();
      stopHidden();
    };
  }, [key, page]);
  return useSyncExternalStore(onScrollRendered, () => sectionInSight(sections)?.anchor);
}

/** Calls the listener when another part of the page may be in sight. @returns how to stop */
function onMove(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true });
  document.addEventListener('focusin', listener);
  return () => {
    window.removeEventListener('scroll', listener);
    document.removeEventListener('focusin', listener);
  };
}

/** The same, once for each frame, after that is painted: what was tapped on shows first. */
function onScrollRendered(listener: () => void): () => void {
  let cancel: (() => void) | undefined;
  const stop = onMove(() => {
    cancel?.();
    cancel = afterFrame(listener);
  });
  return () => {
    cancel?.();
    stop();
  };
}

function renderedSections(sections: readonly SectionProgress[]): readonly RenderedSection[] {
  return sections.flatMap(({ section, anchor }) => {
    const box = document.getElementById(`section-${sectionAnchor(section)}`)?.closest('section');
    return box ? [{ anchor, box }] : [];
  });
}

function sectionInSight(sections: readonly SectionProgress[]): RenderedSection | undefined {
  const rendered = renderedSections(sections);
  const active = document.activeElement;
  const { top = 0, bottom = 0 } = active?.getBoundingClientRect() ?? {};
  const focused = rendered.find(({ box }) => active !== null && box.contains(active));
  if (focused && bottom > 0 && top < window.innerHeight) return focused;
  const { scrollHeight } = document.documentElement;
  const isAtEnd = window.scrollY > 0 && window.scrollY + window.innerHeight >= scrollHeight - 4;
  const line = window.innerHeight * (isAtEnd ? 1 : READING_LINE);
  return rendered.findLast(({ box }) => box.getBoundingClientRect().top <= line) ?? rendered[0];
}

/** The section in the address, without an entry of its own; at the top of the page, the page alone. */
function followAddress({ path }: PageDefinition, shown: RenderedSection | undefined): void {
  const { pathname, search, hash } = window.location;
  // Another screen is loading, or the form is embedded in the studio.
  if (pathname !== path) return;
  const wanted = shown && window.scrollY > 0 ? `#${shown.anchor}` : '';
  if (hash === wanted || (shown && namesQuestionIn(shown, hash))) return;
  window.history.replaceState(window.history.state, '', pathname + search + wanted);
}

/** Whether the hash names a question in this section, which is more precise. */
function namesQuestionIn({ box }: RenderedSection, hash: string): boolean {
  return hash !== '' && box.querySelector(`[data-question="${CSS.escape(hash.slice(1))}"]`) !== null;
}

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
