import { connect, createServer, type Socket } from 'node:net';
import { once } from 'node:events';

/** A TCP proxy that adds latency to a database. */
export type SlowLink = { readonly url: string; stop(): void };

/** Starts a proxy that delays each database response by `roundTripMs`. */
export async function startSlowLink(databaseUrl: string, roundTripMs: number): Promise<SlowLink> {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ host: hostname, port: Number(port), noDelay: true });
    relay(near, far);
    relay(far, near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The slow link has no port.');
  const url = new URL(databaseUrl);
  url.port = String(address.port);
  return {
    url: url.href,
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };

  function relay(from: Socket, to: Socket): void {
    sockets.add(from);
    from.on('data', (bytes) => void setTimeout(() => to.write(bytes), roundTripMs / 2));
    from.on('error', () => undefined);
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
  }
}
