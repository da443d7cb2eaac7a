import { once } from 'node:events';
import type { Server } from 'node:http';

const SWEEP_MS = 100;

/**
 * Of a server that closes: those that rest as soon as they do, the others after `graceMs`.
 *
 * @param closed when none is left; a server knows this only of those that its own socket took
 */
export function endConnections(
  server: Server,
  graceMs: number,
  closed: Promise<unknown> = once(server, 'close'),
): void {
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const deadline = setTimeout(() => server.closeAllConnections(), graceMs);
  const end = (): void => {
    clearInterval(sweep);
    clearTimeout(deadline);
  };
  void closed.then(end, end);
}
