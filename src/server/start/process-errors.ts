import { loggableError, type OnError } from '../http/error-log.ts';
import { storageErrorOf } from '../database/storage-errors.ts';

/**
 * Handles uncaught exceptions and unhandled rejections of the process.
 *
 * Rejections and errors of connections or system calls are reported, and the server goes on: a forgotten listener must
 * not end the service. Any other error can have left anything half done: it is logged as JSON and ends the process.
 */
export function handleProcessErrors(onError: OnError): void {
  process.on('unhandledRejection', (reason) => onError('a promise that nobody waits for', reason));
  process.on('uncaughtException', (error) => {
    if (isOfOutside(error)) return onError('a connection that nobody listens to', error);
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

/** Node names the call of the system that failed. */
function isOfOutside(error: Error): boolean {
  return 'syscall' in error || storageErrorOf(error) !== undefined;
}

/** The part of a stream that a log needs. */
export type LogOutput = { write(line: string): void };

/** The same listener, however often a start is retried. */
const ignoreError = (): void => undefined;

/**
 * Opens standard output for the log. A line that cannot be written is lost, and `onLost` is called.
 * The writer that comes with the log would retry at the end, which ends or hangs the process.
 */
export function openLogOutput(onLost: () => void): {
  readonly output: LogOutput;
  readonly close: () => Promise<void>;
} {
  const { stdout } = process;
  stdout.on('error', onLost);
  return {
    output: { write: (line) => void stdout.write(line) },
    // The last lines may be lost as well, and nobody counts them.
    async close() {
      stdout.off('error', ignoreError).on('error', ignoreError).off('error', onLost);
    },
  };
}
