import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { createDownloads, endStalled } from '#server/limits/downloads.ts';
import { errorHandler } from '#server/http/error-handler.ts';

/** More than a connection holds that is not read. */
const FILE = Buffer.alloc(20_000_000);

/** A server of one file. @returns its address, the end of an answer, and how to ask for the file without reading it */
async function serveFile(most: { all: number; network: number }, stallMs: number) {
  const downloads = createDownloads({ read: async () => FILE }, most);
  const app = Fastify();
  await app.register(errorHandler);
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  app.get('/', async (request, reply) => {
    reply.raw.once('close', resolve);
    endStalled(reply, stallMs);
    return reply.send(await downloads.read(request, reply, 'key'));
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
  const { url, ask } = await serveFile({ all: 1e9, network: 30_000_000 }, 60_000);
  const unread = [ask(), ask()];
  await expect.poll(async () => (await fetch(url)).status).toBe(429);
  for (const socket of unread) socket.destroy();
  await expect.poll(async () => (await (await fetch(url)).arrayBuffer()).byteLength).toBe(FILE.length);
});

test('a download that is not read is ended', async () => {
  const { ended, ask } = await serveFile({ all: 1e9, network: 1e9 }, 100);
  const socket = ask();
  await ended;
  await once(socket.resume(), 'close');
  expect(socket.bytesRead).toBeLessThan(FILE.length);
});

test('eight exports are sent at a time, until they are read', async () => {
  const { sendExport } = createDownloads({ read: async () => FILE });
  const app = Fastify();
  let begun = 0;
  app.get('/', (_request, reply) =>
    sendExport(reply, async () => {
      begun += 1;
      return reply.send(Readable.from([FILE]));
    }),
  );
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  onTestFinished(() => app.close());
  const unread = Array.from({ length: 9 }, () => {
    const socket = connect(Number(port), '127.0.0.1').pause();
    socket.on('error', () => undefined).write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    return socket;
  });
  onTestFinished(() => unread.forEach((socket) => socket.destroy()));
  await expect.poll(() => begun).toBe(8);
  for (const socket of unread.slice(0, 8)) socket.destroy();
  await expect.poll(() => begun).toBe(9);
});
