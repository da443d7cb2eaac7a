import { useLayoutEffect, type RefObject } from 'react';

/** Pixels between the list and the window edges (docs/behavior.md 9). */
const PADDING = 100;
/** Pixels between list and control (combobox.css). */
const GAP = 4;
/** Maximum list height in pixels. */
const TALLEST = 320;
/** Minimum height in pixels (three options), even near the window edge. */
const LOWEST = 132;
/** Pixels kept free below a list after scrolling, and that its label can come nearer to the bar. */
const EDGE = 8;

/** Space requirements of a list in pixels. */
export type ListRoom = {
  readonly tallest: number;
  /** Distance from the window edges. */
  readonly padding: number;
  /** Scrolls to make this room below the control, and never opens above it, over other answers. */
  readonly below?: number;
};

const DROPDOWN: ListRoom = { tallest: TALLEST, padding: PADDING };

/** Vertical range in pixels from the window's top. */
type Span = { readonly top: number; readonly bottom: number };

/** Returns side and height of a list: below `control`, or above with more room. `control` includes label and help. */
export function listPlace(
  control: Span,
  window: Span,
  { tallest, padding, below: reserved }: ListRoom = DROPDOWN,
): { side: 'top' | 'bottom'; height: number } {
  const below = window.bottom - control.bottom - GAP - padding;
  const above = control.top - GAP - window.top - padding;
  const isAbove = reserved === undefined && below < tallest && above > below && above >= LOWEST;
  const side = isAbove ? 'top' : 'bottom';
  const room = side === 'top' ? above : below;
  return { side, height: Math.floor(Math.max(LOWEST, Math.min(room, tallest))) };
}

/** Returns how far to scroll to show a list and its control. */
export function scrollNeeded(control: Span, window: Span, height: number): number {
  const hidden = control.bottom + GAP + height + EDGE - window.bottom;
  return Math.max(0, Math.min(hidden, control.top - window.top));
}

/** Positions an open list, scrolling if needed, and after keyboard changes. @returns a stop function */
function keepPlaced(list: HTMLElement | null, wanted?: ListRoom): (() => void) | undefined {
  const control = list?.parentElement;
  if (!list || !control) return undefined;
  const box = control.closest('.box') ?? control;
  const place = () => {
    // From the label on, which stays in sight.
    const whole = () => ({
      top: box.getBoundingClientRect().top,
      bottom: control.getBoundingClientRect().bottom,
    });
    if (wanted?.below !== undefined) scrollFor({ ...whole(), top: whole().top + EDGE }, wanted.below);
    const [{ top }, span] = [control.getBoundingClientRect(), whole()];
    const { side, height } = listPlace(span, visibleWindow(), wanted);
    if (side === 'bottom') scrollFor({ ...span, top }, height);
    list.dataset['placement'] = side;
    list.style.setProperty('--list-height', `${height}px`);
    list.style.setProperty('--list-lift', `${top - span.top}px`);
  };
  place();
  globalThis.visualViewport?.addEventListener('resize', place);
  return () => globalThis.visualViewport?.removeEventListener('resize', place);
}

/** Scrolls to show a list of a height below its control. */
function scrollFor(control: Span, height: number): void {
  const hidden = scrollNeeded(control, freeWindow(), height);
  if (hidden >= 1) globalThis.scrollBy({ top: hidden, behavior: 'instant' });
}

/** Returns the window area not covered by sticky elements (`scroll-padding`). */
function freeWindow(): Span {
  const { top, bottom } = visibleWindow();
  const covered = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop);
  return { top: top + (Number.isNaN(covered) ? 0 : covered), bottom };
}

/** Returns the visible window area, without a phone's keyboard. */
function visibleWindow(): Span {
  const { offsetTop: top, height } = globalThis.visualViewport ?? {
    offsetTop: 0,
    height: globalThis.innerHeight,
  };
  return { top, bottom: top + height };
}

type OpenList = {
  /** Prefix of option ids, followed by the option number from 1. */
  readonly optionId: string;
  /** Index of the active option, -1 for none. */
  readonly active: number;
  /** Space requirements, stable across renders; default: a dropdown's. */
  readonly room?: ListRoom;
};

/** Positions an open list and scrolls to the active option. */
export function useOpenList(list: RefObject<HTMLElement | null>, { optionId, active, room }: OpenList): void {
  useLayoutEffect(() => keepPlaced(list.current, room), [list, room]);
  useLayoutEffect(() => {
    document.getElementById(`${optionId}-${active + 1}`)?.scrollIntoView({ block: 'nearest' });
  }, [optionId, active]);
}
