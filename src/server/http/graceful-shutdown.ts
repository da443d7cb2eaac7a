import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';

/** Time that requests in flight get to finish. Docker kills after ten seconds what has not stopped. */
const GRACE_MS = 4000;

const SWEEP_MS = 100;

/** Stops the server within the grace period. Unused connections, which Node counts as active, are closed at once. */
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

/** Closes idle connections of a closing server as they become idle, and all others after `graceMs`, which is late. */
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
