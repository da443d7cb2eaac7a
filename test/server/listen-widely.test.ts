import { once } from 'node:events';
import { connect } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { listenWidely } from '#server/listen-widely.ts';

const HOST = '127.0.0.1';
const CROWD = 64;

async function listen(app: FastifyInstance) {
  onTestFinished(() => app.close());
  const address = await listenWidely(app, { port: 0, host: HOST });
  return { address, port: Number(new URL(address).port) };
}

test.runIf(process.platform === 'linux')(
  'a crowd is taken many connections in each turn of the event loop',
  async () => {
    const app = Fastify();
    const { port } = await listen(app);
    let turn = 0;
    let counting = setImmediate(function count() {
      turn += 1;
      counting = setImmediate(count);
    });
    const turns = new Set<number>();
    app.server.on('connection', () => turns.add(turn));
    const crowd = Array.from({ length: CROWD }, () => connect(port, HOST));
    let taken = 0;
    await new Promise<void>((resolve) => {
      app.server.on('connection', () => {
        taken += 1;
        if (taken === CROWD) resolve();
      });
    });
    clearImmediate(counting);
    for (const socket of crowd) socket.destroy();
    expect(turns.size).toBeLessThan(CROWD / 2);
  },
);

test('an application that closes waits for what is asked on any of its connections', async () => {
  const app = Fastify();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: asked, resolve: allAsked } = Promise.withResolvers<void>();
  let waiting = 0;
  app.get('/', async () => {
    waiting += 1;
    if (waiting === CROWD) allAsked();
    await released;
    return 'answered';
  });
  const { address } = await listen(app);
  let answered = 0;
  const answers = Promise.all(
    Array.from({ length: CROWD }, async () => {
      const text = await (await fetch(address, { headers: { connection: 'close' } })).text();
      answered += 1;
      return text;
    }),
  );
  await asked;
  const closed = app.close().then(() => answered);
  release();
  expect(new Set(await answers)).toEqual(new Set(['answered']));
  await closed;
});

test('a port that another application shares with itself is in use', async () => {
  const { port } = await listen(Fastify());
  const second = Fastify();
  await expect(listenWidely(second, { port, host: HOST })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await second.close();
});

test('a port is free again as soon as its application has closed', async () => {
  const first = Fastify();
  const { port } = await listen(first);
  const idle = connect(port, HOST);
  await once(idle, 'connect');
  idle.destroy();
  await first.close();
  const second = Fastify();
  onTestFinished(() => second.close());
  await expect(listenWidely(second, { port, host: HOST })).resolves.toBe(`http://${HOST}:${port}`);
});
