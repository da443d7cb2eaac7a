import { loggableError, type OnError } from '../http/error-log.ts';
import { storageErrorOf } from '../database/storage-errors.ts';

/**
 * Handles uncaught exceptions and unhandled rejections of the process.
 *
 * Rejections and errors of connections or system calls are reported, and the server continues: a missing listener must
 * not stop the service. After any other error, state can be inconsistent: it is logged as JSON and ends the process.
 */
export function handleProcessErrors(onError: OnError): void {
  process.on('unhandledRejection', (reason) => onError('a promise that nobody waits for', reason));
  process.on('uncaughtException', (error) => {
    if ('syscall' in error || storageErrorOf(error) !== undefined)
      return onError('a connection that nobody listens to', error);
    const { name, code, frames } = loggableError(error);
    const crash = {
      level: 60,
      time: new Date().toISOString(),
      msg: 'the server ends',
      error: { name, code, frames },
    };
    console.error(JSON.stringify(crash));
    process.exit(1);
  });
}

/** The part of a stream that a log needs. */
export type LogOutput = { write(line: string): void };

/** Shared, so that retried starts do not add listeners. */
const ignoreError = (): void => undefined;

/**
 * Opens standard output for the log. A line that cannot be written is lost, and `onLost` is called. The logger's own
 * writer would retry at exit, which ends or hangs the process.
 */
export function openLogOutput(onLost: () => void): {
  readonly output: LogOutput;
  readonly close: () => Promise<void>;
} {
  const { stdout } = process;
  stdout.on('error', onLost);
  return {
    output: { write: (line) => void stdout.write(line) },
    // The last lines can also be lost, uncounted.
    async close() {
      stdout.off('error', ignoreError).on('error', ignoreError).off('error', onLost);
    },
  };
}
