import { say, errorTexts } from '#texts/say.ts';
import type { ValidationErrors } from '#form/validation/validate-answers.ts';
import { isRecord } from '#form/definition/own-property.ts';

/**
 * Why a call did not succeed. `unreachable`: no answer at all; `unauthorized`: 401; `submitted`: the application was
 * submitted, so nothing of it can be changed; `refused`: any other 4xx; `server`: the rest.
 */
type RequestErrorCode = 'unreachable' | 'unauthorized' | 'submitted' | 'refused' | 'server';

/** A call that did not succeed. `message` is a sentence for the student, `body` what the server sent with it. */
export class RequestError extends Error {
  readonly code: RequestErrorCode;
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  /** How long the server asks to wait before the next try, in milliseconds; 0 where it does not. */
  readonly retryAfterMs: number;

  constructor(
    code: RequestErrorCode,
    message: string,
    answer?: { status: number; body: Record<string, unknown>; retryAfterMs?: number },
  ) {
    super(message);
    this.name = 'RequestError';
    this.code = code;
    this.status = answer?.status ?? 0;
    this.body = answer?.body ?? {};
    this.retryAfterMs = answer?.retryAfterMs ?? 0;
  }
}

/** True for a 401: the session has ended on the server. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof RequestError && error.code === 'unauthorized';
}

/** True for what ends the form on this page, so that the screen that follows shows it: nobody else has to. */
export function endsForm(error: unknown): boolean {
  return isUnauthorized(error) || (error instanceof RequestError && error.code === 'submitted');
}

/** What a server answers, or who is before it, that cannot answer now. */
const PASSING_STATUSES = [502, 503, 504];

/** True for what passes by itself: nobody answered, or who did cannot reach what it needs, or has too much to do. */
export function isPassing(error: unknown): boolean {
  return (
    error instanceof RequestError && (error.code === 'unreachable' || PASSING_STATUSES.includes(error.status))
  );
}

/** The sentence of an error that may be shown to a student. */
export function errorMessageOf(error: unknown): string {
  return error instanceof RequestError ? error.message : say(errorTexts.unexpected);
}

/** Reads question key → sentences out of a refusal, leaving out other shapes; undefined without any. */
export function readErrorMap(value: unknown): ValidationErrors | undefined {
  if (!isRecord(value)) return undefined;
  const entries = Object.entries(value).flatMap(([key, messages]) => {
    const sentences = Array.isArray(messages) ? messages.filter((one) => typeof one === 'string') : [];
    return sentences.length > 0 ? [[key, sentences] as const] : [];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}
