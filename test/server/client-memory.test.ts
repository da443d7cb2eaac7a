import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { createClientMemory } from '#server/limits/client-memory.ts';

/** More than a connection takes that is not read. */
const FILE = Buffer.alloc(20_000_000);
const TEXT = FILE.toString('latin1');
/** The server agrees to a body, which does not come. */
const BODY = 'Content-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ';

/** A server of one file and one text. @returns how to begin to send or read them, by network */
async function serveAnswers(limits: Parameters<typeof createClientMemory>[1]) {
  const clientMemory = createClientMemory({ read: async () => FILE }, limits);
  const app = Fastify({ trustProxy: true, bodyLimit: FILE.length });
  clientMemory.count(app);
  const [left, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  app.addHook('onRequest', async (_request, reply) => void reply.raw.once('close', closed.resolve));
  for (const path of ['/file', '/begun'])
    app.get(path, async (_request, reply) => reply.send(await clientMemory.read(reply, 'key')));
  app.post('/body', async () => '');
  app.get('/text', async (_request, reply) => reply.send(TEXT));
  app.get('/left', async (_request, reply) => {
    await once(reply.raw, 'close');
    await clientMemory.read(reply, 'key');
    left.resolve();
    return reply;
  });
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  onTestFinished(() => app.close());
  const ask = (path: string, network: string): Socket => {
    const socket = connect(Number(port), '127.0.0.1').pause();
    const sent =
      path === '/body' ? `POST ${path} HTTP/1.1\r\n${BODY}${FILE.length}\r\n` : `GET ${path} HTTP/1.1\r\n`;
    const head = `${sent}${path === '/begun' ? 'Content-Length: 17000\r\n' : ''}Host: localhost\r\nX-Forwarded-For: ${network}\r\n\r\n`;
    socket.on('error', () => undefined).write(head);
    onTestFinished(() => void socket.destroy());
    return socket;
  };
  /** Begins one after the other. */
  const askAll = async (...given: readonly (readonly [path: string, network: string])[]) => {
    const sockets: Socket[] = [];
    for (const each of given) {
      const socket = ask(...each);
      await once(socket, 'readable');
      sockets.push(socket);
    }
    return sockets;
  };
  return { ask, askAll, left: left.promise, closed: closed.promise };
}

/** Reads an answer, and returns whether all of it came. */
function isWhole(socket: Socket | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    socket?.once('close', () => resolve(false));
    socket?.on('data', () => socket.bytesRead > FILE.length && resolve(true)).resume();
  });
}

test.each(['/file', '/text', '/body', '/begun'])(
  'what clients hold of %s ends, the oldest of the largest network first',
  async (path) => {
    const { askAll } = await serveAnswers({ mostBytes: 70_000_000 });
    const [own, first, second, third] = await askAll(
      ['/file', '192.0.2.1'],
      [path, '2001:db8:0:1::1'],
      ['/file', '2001:db8:0:2::1'],
      ['/file', '2001:db8:0:3::1'],
    );
    expect(await isWhole(first)).toBe(false);
    expect(await Promise.all([own, second, third].map(isWhole))).toEqual([true, true, true]);
  },
);

test('an answer that is not read is ended', async () => {
  const { ask, closed } = await serveAnswers({ stallMs: 100 });
  const socket = ask('/text', '192.0.2.1');
  await closed;
  expect(await isWhole(socket)).toBe(false);
});

test('an answer whose client has left is not counted', async () => {
  const { ask, askAll, left } = await serveAnswers({ mostBytes: 50_000_000 });
  const gone = ask('/left', '192.0.2.1');
  await once(gone, 'connect');
  gone.destroy();
  await left;
  const both = await askAll(['/file', '192.0.2.2'], ['/file', '192.0.2.2']);
  expect(await Promise.all(both.map(isWhole))).toEqual([true, true]);
});
