import { useLayoutEffect, type RefObject } from 'react';
import { keepPlaced, type ListRoom } from './list-place.ts';

type OpenList = {
  /** What the ids of the options begin with; their place follows, counted from 1. */
  readonly optionId: string;
  /** Index of the marked option, -1 for none. */
  readonly active: number;
  /** How much room the list wants; left out, as a dropdown. The same object with each drawing. */
  readonly room?: ListRoom;
};

/** Keeps an open list in its place, and the marked option in sight. */
export function useOpenList(list: RefObject<HTMLElement | null>, { optionId, active, room }: OpenList): void {
  useLayoutEffect(() => keepPlaced(list.current, room), [list, room]);
  useLayoutEffect(() => {
    document.getElementById(`${optionId}-${active + 1}`)?.scrollIntoView({ block: 'nearest' });
  }, [optionId, active]);
}
