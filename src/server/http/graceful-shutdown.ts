import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';

/** Grace period for requests in flight. Docker kills the process after ten seconds. */
const GRACE_MS = 4000;

const SWEEP_MS = 100;

/** Stops the server within the grace period. Closes unused connections, which Node counts as active, at once. */
export const gracefulShutdown = fastifyPlugin(async (app: FastifyInstance) => {
  const { server } = app;
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  app.addHook('preClose', async () => {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    closeConnections(server, GRACE_MS, () =>
      app.log.warn({ connections: sockets.size }, 'connections were cut off: their requests took too long'),
    );
  });
});

/** Closes connections as they become idle, and the rest after `graceMs`. */
export function closeConnections(server: Server, graceMs: number, onLate?: () => void): void {
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const deadline = setTimeout(() => {
    onLate?.();
    server.closeAllConnections();
  }, graceMs);
  const end = (): void => {
    clearInterval(sweep);
    clearTimeout(deadline);
  };
  void once(server, 'close').then(end, end);
}
