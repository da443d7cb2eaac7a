import {
  cycleTexts,
  fillText,
  ownText,
  say,
  type Text,
  refusalTexts,
  submitTexts,
  waitTexts,
} from '#texts/say.ts';

/** Body of a refusal. */
export type RefusalBody = { readonly message: string } & Readonly<Record<string, unknown>>;

/** A refused request. Thrown by routes, sent by the error handler with a message that students can act on. */
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

/** Returns a 422 with the same message at the field. */
export function fieldRefusal(field: string, message: string): Refusal {
  return new Refusal(422, message, { errors: { [field]: [message] } });
}

/** 429 for a request that can be repeated after `waitMs`. */
export class TooManyRequests extends Refusal {
  readonly retryAfterSeconds: number;

  /** @param text with the wait, such as "8 seconds" */
  constructor(waitMs: number, text: Text) {
    const seconds = secondsOf(waitMs);
    super(429, fillText(ownText(text), { wait: waitInWords(seconds) }));
    this.retryAfterSeconds = seconds;
  }
}

/** @throws TooManyRequests unless the wait is 0 */
export function requireNoWait(waitMs: number, text: Text): void {
  if (waitMs > 0) throw new TooManyRequests(waitMs, text);
}

/** Kinds of calls that a busy server rejects, in order. Page loads and log-ins by the length of their own queues. */
export type BusyKind = 'look-ups' | 'visits' | 'work' | 'page loads' | 'log-ins';

/** 503 for a call rejected in favor of more important ones. */
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

/** Formats a wait, e.g. `8 seconds`, `2 minutes`. */
export function waitInWords(seconds: number): string {
  if (seconds < 60) return say(waitTexts.seconds, { seconds });
  return say(waitTexts.minutes, { minutes: Math.ceil(seconds / 60) });
}

/** Returns the 404 for an account that was deleted during the call. */
export function deletedAccountRefusal(): Refusal {
  return new Refusal(404, say(refusalTexts.notFound));
}

/** Returns the 404 for a cycle in which a student has no past application. */
export function unknownCycleRefusal(): Refusal {
  return new Refusal(404, say(cycleTexts.unknown));
}

/** Returns the 409 for changes after the submission. The status tells open pages about the submission. */
export function alreadySubmittedRefusal(): Refusal {
  return new Refusal(409, say(submitTexts.alreadyDone), { web_status: 'submitted' });
}

/** Returns the 429 for a client whose queue is full. */
export function stillBusyRefusal(): Refusal {
  return new TooManyRequests(1000, refusalTexts.stillBusy);
}
