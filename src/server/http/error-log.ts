import type { FastifyBaseLogger } from 'fastify';
import { isRecord } from '#form/definition/own-property.ts';

/** Reports an error in background work. `task` names the work in a word or two. */
export type OnError = (task: string, error: unknown) => void;

/** Collects errors until the log of the application exists. */
export function createErrorLog() {
  const early: Parameters<OnError>[] = [];
  let write: OnError = (task, error) => void early.push([task, error]);
  return {
    onError: (...fault: Parameters<OnError>) => write(...fault),
    /** Writes errors to this log from now on, including earlier ones. */
    writeTo(log: Pick<FastifyBaseLogger, 'error'>): void {
      write = logErrorsTo(log);
      for (const [task, error] of early.splice(0)) write(task, error);
    },
  };
}

/** Returns a handler that logs errors of background work. */
export function logErrorsTo(log: Pick<FastifyBaseLogger, 'error'>): OnError {
  return (task, error) => {
    if (isWorthLogging(error, log)) log.error({ task, error: loggableError(error) }, 'background fault');
  };
}

/** Codes of a full disk: PostgreSQL's disk_full, and Node's. */
export const DISK_FULL = /^(?:53100|ENOSPC|EDQUOT)$/;
const FULL_LOGGED_MS = 60_000;
const fullLoggedAt = new WeakMap<object, number>();

/** Whether to log an error. A full disk fails every call, but gets a line a minute. */
export function isWorthLogging(error: unknown, log: object): boolean {
  if (!DISK_FULL.test(loggableError(error).code ?? '')) return true;
  const now = performance.now();
  if (now - (fullLoggedAt.get(log) ?? -Infinity) < FULL_LOGGED_MS) return false;
  fullLoggedAt.set(log, now);
  return true;
}

/** Prints an error of background work, for tools without a log. */
export function printError(task: string, error: unknown): void {
  const { name, code } = loggableError(error);
  console.error(`Background fault in ${task}: ${name}${code === undefined ? '' : ` (${code})`}`);
}

/** An error with a loggable reason. It contains no student data and no token. */
export class ExplainedError extends Error {
  readonly reason: string;

  constructor(message: string, reason: string) {
    super(`${message}: ${reason}`);
    this.reason = reason;
  }
}

export type LoggableError = {
  readonly name: string;
  readonly code: string | undefined;
  /** Message of Chromium, or of the database driver when it has no code. */
  readonly reason: string | undefined;
  /** Reply code of a mail server, and the command it rejected. */
  readonly responseCode: number | undefined;
  readonly command: string | undefined;
  readonly frames: readonly string[];
};

/** An SMTP command without its arguments. */
const COMMAND = /^[A-Z]{1,10}(?: [A-Z\d-]{1,20})?$/;

/** Returns the loggable parts of an error. Never the message or details, which quote values and addresses. */
export function loggableError(error: unknown): LoggableError {
  const { name, code, stack, responseCode, command }: Partial<Record<string, unknown>> = isRecord(error)
    ? error
    : {};
  const [first = '', ...rest] = typeof stack === 'string' ? stack.split('\n') : [];
  return {
    // The job queue copies errors: they are not instances of Error, and only the trace has the class name.
    name: typeof name === 'string' ? name : (/^\w+(?=:|$)/.exec(first)?.[0] ?? typeof error),
    code: typeof code === 'string' ? code : undefined,
    reason: error instanceof Error ? reasonOf(error) : undefined,
    responseCode: typeof responseCode === 'number' ? responseCode : undefined,
    command: typeof command === 'string' && COMMAND.test(command) ? command : undefined,
    frames: rest.filter((line) => /^\s+at /.test(line)),
  };
}

function reasonOf(error: Error): string | undefined {
  return error instanceof ExplainedError ? error.reason : driverReasonOf(error);
}

/** Returns an error's code, such as ENOENT, or ''. */
export function errorCodeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Driver messages without a code for a lost connection. */
const DRIVER_MESSAGES = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end on the pool',
];

/** Returns the driver's message for a lost connection. It contains no query values. */
export function driverReasonOf({ message }: Error): string | undefined {
  return DRIVER_MESSAGES.find((known) => message.startsWith(known));
}
