import type { Server } from 'node:http';

const SWEEP_MS = 100;

/** Of a server that closes: those that rest as soon as they do, the others after `graceMs`. */
export function endConnections(server: Server, graceMs: number): void {
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const deadline = setTimeout(() => server.closeAllConnections(), graceMs);
  server.once('close', () => {
    clearInterval(sweep);
    clearTimeout(deadline);
  });
}
