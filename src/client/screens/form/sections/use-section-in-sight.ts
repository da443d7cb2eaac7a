import { useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import type { PageDefinition } from '#form/definition/definition.ts';
import type { SectionProgress } from '#form/progress/section-progress.ts';
import { onPageHidden } from '#client/ui/page-visibility.ts';
import { sectionAnchor } from '#form/definition/layout-steps.ts';
import { afterFrame, createTimer } from '#client/ui/schedule.ts';
import { savePosition } from '../use-scroll-restoration.ts';

/** Idle milliseconds before the scroll position is stored. */
const SETTLED_AFTER = 250;

/** Share of the window height at which a heading becomes current. */
const READING_LINE = 0.4;

type RenderedSection = { readonly anchor: string; readonly box: Element };

/** Anchor of the focused section, else the last heading reached. Also stores the scroll position. */
export function useSectionInSight(
  { path }: PageDefinition,
  sections: readonly SectionProgress[],
): string | undefined {
  const { key } = useLocation();
  useEffect(() => {
    const settle = (): void => savePosition(key, path);
    const timer = createTimer(settle);
    const stopMoves = onMove(() => timer.start(SETTLED_AFTER));
    const stopHidden = onPageHidden(settle);
    return () => {
      timer.stop();
      stopMoves();
      stopHidden();
    };
  }, [key, path]);
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
