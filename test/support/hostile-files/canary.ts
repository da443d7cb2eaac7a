import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { addressOfServer } from '#server/http/create-server.ts';

/** Not 127.0.0.1: clients of a server that has ended can call its port there, which is given out again. */
const HOST = process.platform === 'linux' ? '127.54.3.2' : '127.0.0.1';

/** A local listener that must get no connection or datagram: one means that a hostile file or page was followed. */
export type Canary = Disposable & {
  readonly address: string;
  readonly port: number;
  readonly count: () => number;
};

/** @param host `::` for every address of this machine; datagrams then count at 127.0.0.1 */
export async function startCanary(host = HOST): Promise<Canary> {
  let count = 0;
  const server = createServer((socket) => {
    count += 1;
    socket.on('error', () => undefined);
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\naccess-control-allow-origin: *\r\n\r\n');
  }).listen(0, host);
  await once(server, 'listening');
  const { port } = addressOfServer(server);
  const datagrams = createSocket('udp4', () => void (count += 1)).bind(
    port,
    host === '::' ? '127.0.0.1' : host,
  );
  await once(datagrams, 'listening');
  return {
    address: `http://${host}:${port}/canary`,
    port,
    count: () => count,
    [Symbol.dispose]() {
      server.close();
      datagrams.close();
    },
  };
}
