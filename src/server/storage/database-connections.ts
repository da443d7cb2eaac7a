import type { Pool } from 'pg';
import type { OnFault } from '../http/error-log.ts';

/**
 * A connection may die at any time, also while a query or a transaction has it. The pool listens only while it is
 * idle, and a fault that nobody listens to ends the process. Anyone who has the connection gets the fault as a
 * rejection, and the pool replaces it.
 */
export function handleConnectionErrors(pool: Pool, onFault: OnFault): void {
  pool.on('connect', (client) => void client.on('error', (error) => onFault('database connection', error)));
  // Of an idle connection; the line above has reported it.
  pool.on('error', () => undefined);
}
