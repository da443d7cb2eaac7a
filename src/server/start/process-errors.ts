import { loggableError, type OnFault } from '../http/error-log.ts';
import { storageFaultOf } from '../storage/storage-fault.ts';

/**
 * The last net, for faults that nobody waits for or listens to: a library that forgot a listener shall not end the
 * service on the night when the network around it falls. A rejected promise and a fault of the system or of a connection
 * are reported, and the server goes on. Any other error is one of the program, which may have left anything half done:
 * that is one line of JSON, and the end, after which the supervisor restarts it.
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
