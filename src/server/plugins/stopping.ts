import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';

/** A request that is being sent or answered has so long. Docker kills what has not stopped after ten seconds. */
const GRACE_MS = 4000;
const SWEEP_MS = 100;

/**
 * Lets the server stop whatever its clients do. Node waits for every connection without an end, also for one that never
 * sent a byte (browsers open those ahead of need); such a one is closed at once, one that has been answered as soon as
 * it has, and the others when their time is over.
 */
export const stopping = fastifyPlugin(async (app: FastifyInstance) => {
  const { server } = app;
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  app.addHook('preClose', async () => {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    endConnections(server, GRACE_MS);
  });
});

/** Of a server that closes: those that rest as soon as they do, the others after `graceMs`. */
export function endConnections(server: Server, graceMs: number): void {
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const deadline = setTimeout(() => server.closeAllConnections(), graceMs);
  server.once('close', () => {
    clearInterval(sweep);
    clearTimeout(deadline);
  });
}
