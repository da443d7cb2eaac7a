import type { CopiesOnTheirWay, PdfCopyStore } from './pdf-copy-store.ts';
import { COPIES_AT_ONCE } from './render/renderer.ts';

/** Says how long it takes until a copy is there. */
export interface CopyQueue {
  /** Notes how many milliseconds this server took to make a copy. */
  noteCopy(ms: number): void;
  /** Milliseconds until the copy is there that was asked for at a time, by those who wait before it. */
  waitMs(askedAt: Date): Promise<number>;
}

/** Before this server has made a copy: one takes less, but a browser starts first. */
const FIRST_MS = 4000;
/** How much a copy counts next to all those before. */
const WEIGHT = 0.2;
/** What was counted holds so long: however many ask, the database counts once for all of a second. */
const COUNTED_MS = 2000;

/** Waits are worked out from the rows of all servers, and from the pace of this one. */
export function createCopyQueue(copies: Pick<PdfCopyStore, 'countOnTheirWay'>, clock: () => Date): CopyQueue {
  let copyMs = FIRST_MS;
  let countedAt = 0;
  const counted = new Map<number, Promise<CopiesOnTheirWay>>();
  function countedBefore(second: number): Promise<CopiesOnTheirWay> {
    const now = clock().getTime();
    if (Math.abs(now - countedAt) >= COUNTED_MS) {
      counted.clear();
      countedAt = now;
    }
    const found = counted.get(second) ?? copies.countOnTheirWay(new Date(second * 1000));
    counted.set(second, found);
    return found;
  }
  return {
    noteCopy: (ms) => void (copyMs += (ms - copyMs) * WEIGHT),
    async waitMs(askedAt) {
      const { waiting, drawn } = await countedBefore(Math.ceil(askedAt.getTime() / 1000));
      // While others wait, each server draws as many as it can.
      return (Math.max(1, waiting + drawn) / Math.max(COPIES_AT_ONCE, drawn)) * copyMs;
    },
  };
}
