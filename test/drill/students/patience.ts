import { setTimeout as delay } from 'node:timers/promises';
import { RequestError } from '#client/api/call.ts';
import type { Ledger } from '../ledger.ts';

const AGAIN_MS = 2000;

/** Who lives through the night: how long they think, and until when they go on. */
export type Patience = {
  readonly ledger: Ledger;
  /** Milliseconds between two things that a student does. */
  readonly thinkMs: number;
  /** False once the night is over. */
  readonly isNight: () => boolean;
};

/** Half to one and a half of what a student thinks usually. */
export async function think({ thinkMs }: Patience, share = 1): Promise<void> {
  await delay(thinkMs * share * (0.5 + Math.random()));
}

/** The night was over before it worked. */
export class NightIsOver extends Error {}

/**
 * Presses a button, and again two seconds later when the page says that it did not work for now.
 *
 * @throws NightIsOver; RequestError for what was refused for good
 */
export async function press<Answer>({ isNight }: Patience, act: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (!isRetryable(error)) throw error;
      if (!isNight()) throw new NightIsOver();
    }
    await delay(AGAIN_MS * (0.5 + Math.random()));
  }
}

function isRetryable(error: unknown): boolean {
  if (!(error instanceof RequestError)) return false;
  return error.code === 'unreachable' || error.code === 'server' || error.status === 429;
}
