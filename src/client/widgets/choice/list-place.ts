import { useLayoutEffect, type RefObject } from 'react';

/** Pixels between the list and the edges of the window (docs/behavior.md 9). */
const PADDING = 100;
/** Pixels between the list and its control (combobox.css). */
const GAP = 4;
/** As high as a list gets, in pixels. */
const TALLEST = 320;
/** Three options: below that a list is of no use, so on a very low window it may come nearer to the edge. */
const LOWEST = 132;
/** Pixels that stay free beneath a list for which the page is scrolled. */
const EDGE = 8;

/** How much room a list wants, in pixels. */
export type ListRoom = {
  /** As high as it gets. */
  readonly tallest: number;
  /** How far it stays away from the edges of the window. */
  readonly padding: number;
  /** Where there is so much beneath its control it opens there. */
  readonly enough: number;
};

const DROPDOWN: ListRoom = { tallest: TALLEST, padding: PADDING, enough: TALLEST };

/** A span of the window in pixels, from its top. */
type Span = { readonly top: number; readonly bottom: number };

/** Side and height of a list: below `control` (with label and help), or above where that has more room. */
export function listPlace(
  control: Span,
  window: Span,
  { tallest, padding, enough }: ListRoom = DROPDOWN,
): { side: 'top' | 'bottom'; height: number } {
  const below = window.bottom - control.bottom - GAP - padding;
  const above = control.top - GAP - window.top - padding;
  const side = below < enough && above > below && above >= LOWEST ? 'top' : 'bottom';
  const room = side === 'top' ? above : below;
  return { side, height: Math.floor(Math.max(LOWEST, Math.min(room, tallest))) };
}

/** How far to scroll so that a list below its control is visible, at most to the control. */
export function scrollNeeded(control: Span, window: Span, height: number): number {
  const hidden = control.bottom + GAP + height + EDGE - window.bottom;
  return Math.max(0, Math.min(hidden, control.top - window.top));
}

/** Places an open list, also when a phone's keyboard opens, and scrolls if needed. @returns how to stop */
function keepPlaced(list: HTMLElement | null, wanted?: ListRoom): (() => void) | undefined {
  const control = list?.parentElement;
  if (!list || !control) return undefined;
  const place = () => {
    const { top, bottom } = control.getBoundingClientRect();
    const boxTop = control.closest('.box')?.getBoundingClientRect().top ?? top;
    const { side, height } = listPlace({ top: boxTop, bottom }, visibleWindow(), wanted);
    const hidden = side === 'bottom' ? scrollNeeded({ top, bottom }, freeWindow(), height) : 0;
    if (hidden >= 1) globalThis.scrollBy({ top: hidden, behavior: 'instant' });
    list.dataset['placement'] = side;
    list.style.setProperty('--list-height', `${height}px`);
    list.style.setProperty('--list-lift', `${top - boxTop}px`);
  };
  place();
  globalThis.visualViewport?.addEventListener('resize', place);
  return () => globalThis.visualViewport?.removeEventListener('resize', place);
}

/** What of the window nothing lies over that stays while the page moves (`scroll-padding`). */
function freeWindow(): Span {
  const { top, bottom } = visibleWindow();
  const covered = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop);
  return { top: top + (Number.isNaN(covered) ? 0 : covered), bottom };
}

/** What of the window is in sight: not what the keyboard of a phone covers. */
function visibleWindow(): Span {
  const { offsetTop: top, height } = globalThis.visualViewport ?? {
    offsetTop: 0,
    height: globalThis.innerHeight,
  };
  return { top, bottom: top + height };
}

type OpenList = {
  /** What the ids of the options begin with; their place follows, counted from 1. */
  readonly optionId: string;
  /** Index of the marked option, -1 for none. */
  readonly active: number;
  /** How much room the list wants; left out, as a dropdown. The same object on every render. */
  readonly room?: ListRoom;
};

/** Keeps an open list in its place, and the marked option in sight. */
export function useOpenList(list: RefObject<HTMLElement | null>, { optionId, active, room }: OpenList): void {
  useLayoutEffect(() => keepPlaced(list.current, room), [list, room]);
  useLayoutEffect(() => {
    document.getElementById(`${optionId}-${active + 1}`)?.scrollIntoView({ block: 'nearest' });
  }, [optionId, active]);
}
