import { useEffect, useEffectEvent, useSyncExternalStore, useMemo, useState } from 'react';
import { useLocation, NavigationType, useNavigationType } from 'react-router';
import type { PageDefinition } from '#form/definition/definition.ts';
import type { SectionProgress } from '#form/progress/section-progress.ts';
import { onPageHidden } from '#client/ui/page-visibility.ts';
import { sectionAnchor } from '#form/definition/layout-steps.ts';
import { afterFrame, createTimer } from '#client/ui/schedule.ts';
import { isRecord } from '#form/definition/own-property.ts';
import { readNote, writeNote } from '#client/saving/session-storage.ts';
import { useServices } from '#client/api/services.ts';
import { isFirstScreen } from '#client/screens/ScreenHeading.tsx';

/** Idle milliseconds before updating the address. Browsers allow a hundred changes per 30 seconds. */
const SETTLED_AFTER = 250;

/** Share of the window height at which a heading becomes current. */
const READING_LINE = 0.4;

type RenderedSection = { readonly anchor: string; readonly box: Element };

/** Anchor of the focused section, else the last heading reached. Also updates the address. */
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

/** Reports scrolling and focus changes. @returns an unsubscribe function */
function onMove(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true });
  document.addEventListener('focusin', listener);
  return () => {
    window.removeEventListener('scroll', listener);
    document.removeEventListener('focusin', listener);
  };
}

/** Same as onMove, once per frame and deferred until after paint. */
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

/** Replaces the hash by the section; removes it at the top. */
function followAddress({ path }: PageDefinition, shown: RenderedSection | undefined): void {
  const { pathname, search, hash } = window.location;
  // Another screen is loading, or the form is embedded in the studio.
  if (pathname !== path) return;
  const wanted = shown && window.scrollY > 0 ? `#${shown.anchor}` : '';
  if (hash === wanted || (shown && namesQuestionIn(shown, hash))) return;
  window.history.replaceState(window.history.state, '', pathname + search + wanted);
}

/** Whether the hash names a question in this section. */
function namesQuestionIn({ box }: RenderedSection, hash: string): boolean {
  return hash !== '' && box.querySelector(`[data-question="${CSS.escape(hash.slice(1))}"]`) !== null;
}

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
