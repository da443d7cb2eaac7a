import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Something on loopback that nobody may reach. */
export type Canary = {
  readonly port: number;
  /** How many connections or datagrams came so far. */
  heard(): number;
  close(): void;
};

/** Listens on one port for TCP and for datagrams, and counts whatever comes. */
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
