import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { endConnections } from '../end-connections.ts';

/** A request that is being sent or answered has so long. Docker kills what has not stopped after ten seconds. */
export const GRACE_MS = 4000;

/**
 * Lets the server stop whatever its clients do. Node waits for every connection without an end, also for one that never
 * sent a byte (browsers open those ahead of need); such a one is closed at once, one that has been answered as soon as
 * it has, and the others when their time is over.
 */
export const gracefulShutdown = fastifyPlugin(async (app: FastifyInstance) => {
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
