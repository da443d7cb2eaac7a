import { loggableError, type OnFault } from '../http/error-log.ts';
import { storageFaultOf } from '../database/storage-errors.ts';

/**
 * Handles uncaught exceptions and unhandled rejections of the process.
 *
 * A rejection, or an error of a connection or a system call, is reported, and the server goes on: a library that
 * forgot a listener must not end the service while the network fails. Any other error is a bug that may have left
 * anything half done. It is logged as one line of JSON and ends the process, which the supervisor restarts.
 */
export function handleProcessErrors(onFault: OnFault): void {
  process.on('unhandledRejection', (reason) => onFault('a promise that nobody waits for', reason));
  process.on('uncaughtException', (error) => {
    if (isOfOutside(error)) return onFault('a connection that nobody listens to', error);
    const { name, code, frames } = loggableError(error);
    const crash = { level: 60, time: Date.now(), msg: 'the server ends', error: { name, code, frames } };
    console.error(JSON.stringify(crash));
    process.exit(1);
  });
}

/** Node names the call of the system that failed. */
function isOfOutside(error: Error): boolean {
  return 'syscall' in error || storageFaultOf(error) !== undefined;
}

/** The part of a stream that a log needs. */
export type LogOutput = { write(line: string): void };

/** The same listener, however often a start is retried. */
const ignoreError = (): void => undefined;

/**
 * Opens standard output for the log. A line that cannot be written is lost, and `onLost` is called.
 *
 * Its reader can be gone, or its disk full. The writer that comes with the log would retry at the end, which ends or
 * hangs the process.
 *
 * @returns the output, and what ends the calls of `onLost`
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
