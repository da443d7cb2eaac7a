import { createServer, type Server } from 'node:net';

/** Not 127.0.0.1: clients of a server that has ended can call its port there, which is given out again. */
const HOST = process.platform === 'linux' ? '127.54.3.2' : '127.0.0.1';

/** A loopback listener that must get no connection: one means that a hostile file was followed. */
export type Canary = AsyncDisposable & {
  readonly address: string;
  readonly count: () => number;
};

export async function startCanary(): Promise<Canary> {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  const port = await listen(server);
  return {
    address: `http://${HOST}:${port}/canary`,
    count: () => connections,
    [Symbol.asyncDispose]: async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      server.close(() => resolve());
      await promise;
    },
  };
}

async function listen(server: Server): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, HOST, resolve);
  await promise;
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The canary has no port.');
  return address.port;
}
