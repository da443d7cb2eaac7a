import Fastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { PACE, paceClients } from '#server/plugins/pace-clients.ts';

const HOUR = 3_600_000;

test('a clock that is set back an hour makes nobody wait', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const app = Fastify();
  await app.register(paceClients, PACE);
  app.get('/readyz', async () => ({ status: 'ok' }));
  onTestFinished(() => app.close());
  const ask = async () => (await app.inject('/readyz')).statusCode;
  vi.setSystemTime(Date.now() + HOUR);
  expect(await ask()).toBe(200);
  vi.setSystemTime(Date.now() - HOUR);
  expect(await ask()).toBe(200);
});
