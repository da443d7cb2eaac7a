import { setTimeout as delay } from 'node:timers/promises';
import { RequestError } from '#client/api/call.ts';
import type { Ledger } from '../ledger.ts';

const RETRY_MS = 2000;

/** Pace of a student, and how long to continue. */
export type Pace = {
  readonly ledger: Ledger;
  /** Pause between actions, in milliseconds. */
  readonly thinkMs: number;
  /** False once the drill is over. */
  readonly isRunning: () => boolean;
};

/** Waits half to one and a half of the usual pause. */
export async function think({ thinkMs }: Pace, share = 1): Promise<void> {
  await delay(thinkMs * share * (0.5 + Math.random()));
}

/** The drill ended before the action succeeded. */
export class DrillIsOver extends Error {}

/**
 * Performs an action, and again two seconds after each temporary failure.
 *
 * @throws NightIsOver; RequestError for a final refusal
 */
export async function press<Answer>({ isRunning }: Pace, act: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (!isRetryable(error)) throw error;
      if (!isRunning()) throw new DrillIsOver();
    }
    await delay(RETRY_MS * (0.5 + Math.random()));
  }
}

function isRetryable(error: unknown): boolean {
  if (!(error instanceof RequestError)) return false;
  return error.code === 'unreachable' || error.code === 'server' || error.status === 429;
}
