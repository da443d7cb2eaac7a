import { say, refusalTexts, submitTexts, waitTexts } from '#texts/say.ts';

/** What a refused call is answered with, next to its status. */
export type RefusalBody = { readonly message: string } & Readonly<Record<string, unknown>>;

/** A refused request: thrown by routes, answered by the error handler with a sentence that a student can act on. */
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

/** The 422 of a value, with the same sentence at its field. */
export function fieldRefusal(field: string, message: string): Refusal {
  return new Refusal(422, message, { errors: { [field]: [message] } });
}

/** The 429 of a request that can be repeated after `waitMs`. */
export class TooManyRequests extends Refusal {
  readonly retryAfterSeconds: number;

  /** @param messageFor the sentence, given the wait in words, e.g. "8 seconds". */
  constructor(waitMs: number, messageFor: (wait: string) => string) {
    const seconds = secondsOf(waitMs);
    super(429, messageFor(waitInWords(seconds)));
    this.retryAfterSeconds = seconds;
  }
}

/** What a busy server refuses, the first of them first; page loads and log-ins by the length of their own queues. */
export type BusyKind = 'look-ups' | 'visits' | 'work' | 'page loads' | 'log-ins';

/** The 503 of a call that is rejected in favor of more important ones. */
export class TooBusy extends Refusal {
  readonly kind: BusyKind;
  readonly retryAfterSeconds: number;

  constructor(kind: BusyKind, waitMs: number, message = say(refusalTexts.busy)) {
    super(503, message);
    this.kind = kind;
    this.retryAfterSeconds = secondsOf(waitMs);
  }
}

function secondsOf(waitMs: number): number {
  return Math.max(1, Math.ceil(waitMs / 1000));
}

/** A time to wait, e.g. `8 seconds`, `2 minutes`. */
export function waitInWords(seconds: number): string {
  if (seconds < 60) return say(waitTexts.seconds, { seconds });
  return say(waitTexts.minutes, { minutes: Math.ceil(seconds / 60) });
}

/** The 409 of every change after the submission. Its status tells an open page that all is done. */
export function alreadySubmittedRefusal(): Refusal {
  return new Refusal(409, say(submitTexts.alreadyDone), { web_status: 'submitted' });
}

/** The 429 for a client whose queue is full. */
export function stillBusyRefusal(): Refusal {
  return new TooManyRequests(1000, () => say(refusalTexts.stillBusy));
}
