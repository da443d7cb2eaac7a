import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** A server with just enough of PostgreSQL's protocol to connect. */
export type FakePostgres = {
  readonly url: string;
  /** The connections, oldest first. */
  readonly sockets: readonly Socket[];
  /** Accepts no more connections, and keeps open ones silent. */
  leave(): void;
  close(): Promise<void>;
};

/** Accepts the log-in; queries are never answered. */
export const LETS_IN = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]);

/** Refuses the connection with an SQLSTATE. */
export function refusal(code: string): Buffer {
  return message('E', Buffer.from(`SFATAL\0C${code}\0Mno\0\0`));
}

/** @param reply to a new connection */
export async function startFakePostgres(reply: Buffer): Promise<FakePostgres> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined).once('data', () => socket.write(reply));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const listening = server.address();
  if (listening === null || typeof listening === 'string') throw new Error('A TCP server without a port');
  return {
    url: `postgres://admissions:secret-word@127.0.0.1:${listening.port}/applications`,
    sockets,
    leave: () => void server.close(),
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** A message: kind, length, content. */
function message(kind: string, rest: Buffer): Buffer {
  const head = Buffer.alloc(5, kind);
  head.writeInt32BE(rest.length + 4, 1);
  return Buffer.concat([head, rest]);
}
