import { setTimeout as delay } from 'node:timers/promises';
import { RequestError } from '#client/api/call.ts';
import type { Ledger } from '../ledger.ts';

const AGAIN_MS = 2000;

/** Pace of a student, and how long to continue. */
export type Patience = {
  readonly ledger: Ledger;
  /** Pause between actions, in milliseconds. */
  readonly thinkMs: number;
  /** False once the drill is over. */
  readonly isNight: () => boolean;
};

/** Waits half to one and a half of the usual pause. */
export async function think({ thinkMs }: Patience, share = 1): Promise<void> {
  await delay(thinkMs * share * (0.5 + Math.random()));
}

/** The drill ended before the action succeeded. */
export class NightIsOver extends Error {}

/**
 * Performs an action, and again two seconds after each temporary failure.
 *
 * @throws NightIsOver; RequestError for a final refusal
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
