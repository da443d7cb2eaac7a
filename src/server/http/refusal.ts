import { say } from '#texts/say.ts';
import { refusalTexts, submitTexts, waitTexts } from '#generated/texts.ts';

/** What a refused call is answered with, next to its status. */
export type RefusalBody = { readonly message: string } & Readonly<Record<string, unknown>>;

/**
 * A request that is refused: thrown by routes and rules, answered by the one error handler.
 * The message is one plain sentence a student can act on.
 */
export class Refusal extends Error {
  readonly statusCode: number;
  readonly body: RefusalBody;

  constructor(statusCode: number, message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.name = 'Refusal';
    this.statusCode = statusCode;
    this.body = { ...details, message };
  }
}

/** A request that came too often or too early, and may be made again after `waitMs`. */
export class TooManyRequests extends Refusal {
  readonly retryAfterSeconds: number;

  /** @param messageFor the sentence, given the wait in words, e.g. "8 seconds". */
  constructor(waitMs: number, messageFor: (wait: string) => string) {
    const seconds = Math.max(1, Math.ceil(waitMs / 1000));
    super(429, messageFor(waitInWords(seconds)));
    this.retryAfterSeconds = seconds;
  }
}

/** What a busy server refuses, the first of them first. */
export type BusyKind = 'look-ups' | 'visits' | 'work';

/** A call that is refused so that those that matter more are quick. */
export class TooBusy extends Refusal {
  readonly kind: BusyKind;
  readonly retryAfterSeconds: number;

  constructor(kind: BusyKind, retryAfterSeconds: number) {
    super(503, say(refusalTexts.busy));
    this.kind = kind;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** A time to wait, e.g. `8 seconds`, `2 minutes`. */
export function waitInWords(seconds: number): string {
  if (seconds < 60) return say(waitTexts.seconds, { seconds });
  return say(waitTexts.minutes, { minutes: Math.ceil(seconds / 60) });
}

/**
 * The 409 of everything that would change an application after it was submitted. Its status sets it apart
 * from other conflicts, so that a page that was left open shows the student that all is done.
 */
export function alreadySubmittedRefusal(): Refusal {
  return new Refusal(409, say(submitTexts.alreadyDone), { web_status: 'submitted' });
}

/** The 429 for who has made so many calls that more would only wait. */
export function stillBusyRefusal(): Refusal {
  return new TooManyRequests(1000, () => say(refusalTexts.stillBusy));
}
