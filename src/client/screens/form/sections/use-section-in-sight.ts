import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import type { PageDefinition } from '#form/definition/definition.ts';
import type { SectionProgress } from '#form/progress/section-progress.ts';
import { onPageHidden } from '#client/ui/page-visibility.ts';
import { sectionAnchor } from '#form/definition/walk-layout.ts';
import { savePosition } from './scroll-position.ts';
import { afterFrame, createTimer } from '#client/ui/schedule.ts';

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
  return useSyncExternalStore(onMoveDrawn, () => sectionInSight(sections)?.anchor);
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
function onMoveDrawn(listener: () => void): () => void {
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
