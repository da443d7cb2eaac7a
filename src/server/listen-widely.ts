import { once } from 'node:events';
import { createServer, type ListenOptions, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { endConnections } from './end-connections.ts';
import { GRACE_MS } from './plugins/graceful-shutdown.ts';
import { portOfServer } from './waiting-server.ts';

/** Connections that wait to be taken: as many as Linux has wait at most, where nobody has set more. */
const BACKLOG = 4096;
/** Sockets on the port: so many connections are taken in each turn of the event loop. */
const SOCKETS = 16;
/** As Node's own HTTP server has its connections. */
const LIKE_HTTP = { allowHalfOpen: true, noDelay: true };

/**
 * Has the application listen, on Linux on several sockets of one port. Node takes one connection from a socket in each
 * turn of its event loop: when a crowd comes, turns are long, and who is not taken waits for the page. The kernel spreads
 * connections over the sockets, and all of them lead to the same server. Elsewhere there is one.
 *
 * @returns where it listens, e.g. `http://127.0.0.1:3000`
 * @throws the fault of listening, e.g. that the port is in use
 */
export async function listenWidely(
  app: FastifyInstance,
  { port, host }: { readonly port: number; readonly host: string },
): Promise<string> {
  const isShared = process.platform === 'linux';
  const options = { port, host, backlog: BACKLOG, reusePort: isShared };
  if (!isShared) return app.listen(options);
  await refuseUsedPort(options);
  const others = Array.from({ length: SOCKETS - 1 }, () =>
    createServer(LIKE_HTTP, (socket) => app.server.emit('connection', socket)),
  );
  let closed: Promise<unknown> = Promise.resolve();
  // The server waits for the connections of its own socket alone.
  app.addHook('preClose', async () => {
    closed = Promise.all(others.filter(({ listening }) => listening).map(close));
    endConnections(app.server, GRACE_MS, closed);
  });
  app.addHook('onClose', async () => void (await closed));
  const address = await app.listen(options);
  const taken = { ...options, port: portOfServer(app.server) };
  await Promise.all(others.map((each) => listen(each, taken)));
  return address;
}

/** A port that is shared is shared with another server of the same user, too: that one is to be noticed. */
async function refuseUsedPort({ reusePort: _shared, ...options }: ListenOptions): Promise<void> {
  await close(await listen(createServer(), options));
}

async function close(server: Server): Promise<void> {
  server.close();
  await once(server, 'close');
}

async function listen(server: Server, options: ListenOptions): Promise<Server> {
  server.listen(options);
  await once(server, 'listening');
  return server;
}
