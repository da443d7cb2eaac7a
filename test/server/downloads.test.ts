import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { createDownloads } from '#server/limits/downloads.ts';
import { errorHandler } from '#server/http/error-handler.ts';

/** More than a connection holds that is not read. */
const FILE = Buffer.alloc(20_000_000);

/** A server of one file. @returns its address, the end of an answer, and how to ask for the file without reading it */
async function serveFile(downloads: ReturnType<typeof createDownloads>) {
  const app = Fastify();
  await app.register(errorHandler);
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  app.get('/', async (request, reply) => {
    reply.raw.once('close', resolve);
    return reply.send(await downloads.read(request, reply, async () => FILE));
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const ask = (): Socket => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1').pause();
    socket.on('error', () => undefined).write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    onTestFinished(() => void socket.destroy());
    return socket;
  };
  return { url, ended, ask };
}

test('unread downloads of a network are bounded, and make room when they end', async () => {
  const { url, ask } = await serveFile(createDownloads({ all: 1e9, network: 30_000_000 }));
  const unread = [ask(), ask()];
  await expect.poll(async () => (await fetch(url)).status).toBe(429);
  for (const socket of unread) socket.destroy();
  await expect.poll(async () => (await (await fetch(url)).arrayBuffer()).byteLength).toBe(FILE.length);
});

test('a download that is not read is ended', async () => {
  const { ended, ask } = await serveFile(createDownloads(undefined, 100));
  const socket = ask();
  await ended;
  await once(socket.resume(), 'close');
  expect(socket.bytesRead).toBeLessThan(FILE.length);
});
