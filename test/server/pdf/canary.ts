import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** A local listener that must not be reached. */
export type Canary = {
  readonly port: number;
  /** The number of connections and datagrams. */
  heard(): number;
  close(): void;
};

/** Listens on one port for TCP and UDP, and counts. */
export async function openCanary(): Promise<Canary> {
  let heard = 0;
  const server = createServer((socket) => {
    heard += 1;
    socket.on('error', () => undefined);
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\naccess-control-allow-origin: *\r\n\r\n');
  });
  server.listen(0, '::');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A TCP server without a port.');
  const datagrams = createSocket('udp4');
  datagrams.on('message', () => {
    heard += 1;
  });
  datagrams.bind(address.port, '127.0.0.1');
  await once(datagrams, 'listening');
  return {
    port: address.port,
    heard: () => heard,
    close: () => {
      server.close();
      datagrams.close();
    },
  };
}
