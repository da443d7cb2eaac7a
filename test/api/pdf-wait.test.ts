import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { COPIES_AT_ONCE, type Renderer } from '#server/pdf/render/renderer.ts';
import { createTestApp, openTestApp, type TestApp } from '#test/server/test-app.ts';
import { testEngines } from '#test/server/test-storage.ts';
import { openSession, seedStudent } from './seeded-student.ts';

const FEW_SECONDS = "We're preparing your PDF copy. This takes a few seconds.";
const LATER = 'You can leave this page and download it later under Account.';

test.each(testEngines)('estimates the wait for a PDF copy from the queue, on $engine', async ({ open }) => {
  const server = await createTestApp({ storage: await open() });
  const { student } = await seedStudent(server, { colour: 'red' });
  const others = await seedWaiting(server, 25 * COPIES_AT_ONCE);
  server.pass(1000);
  const reads = async (): Promise<unknown> => {
    const { body } = await student.call('GET', '/api/pdf');
    server.pass(2000);
    return body['message'];
  };
  expect(await reads()).toBe(`Your PDF copy will be ready in about 2 minutes. ${LATER}`);
  // Later requests change nothing.
  await seedWaiting(server, 25 * COPIES_AT_ONCE);
  expect(await reads()).toBe(`Your PDF copy will be ready in about 2 minutes. ${LATER}`);
  await finish(server, others.slice(10 * COPIES_AT_ONCE));
  expect(await reads()).toBe(`Your PDF copy will be ready in about 1 minute. ${LATER}`);
  await finish(server, others);
  expect(await reads()).toBe(FEW_SECONDS);
  await server.close();
});

test.each(testEngines)('a copy is left to the server that owns its job, on $engine', async ({ open }) => {
  const lost = new AbortController();
  const orders: object[] = [];
  const render: Renderer['render'] = async (order) => {
    lost.abort(orders.push(order));
    return { kind: 'late', message: 'It took too long.' };
  };
  const renderer = { render, close: async () => undefined };
  const server = await createTestApp({ storage: await open(), renderer });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { student } = await seedStudent(server, { colour: 'red' });
  await student.call('GET', '/api/pdf');
  await server.fileJobs.pdf.run(lost.signal);
  expect(orders).toHaveLength(1);
  await server.close();
});

test('copies of a customer come after those of others, once they have taken a minute', async () => {
  const render: Renderer['render'] = async () => {
    server.pass(61_000);
    return { kind: 'done', pdf: new Uint8Array(), isSandboxed: true };
  };
  const server = await openTestApp({ renderer: { render, close: async () => undefined } });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const orderCopy = async (address: string) => {
    const student = await openSession(server, (await seedStudent(server, { colour: 'red' })).id, address);
    await student.call('GET', '/api/pdf');
    return student;
  };
  await orderCopy('2001:db8:7:1::1');
  await server.fileJobs.pdf.run();
  await orderCopy('2001:db8:7:2::1');
  const other = await orderCopy('192.0.2.1');
  await server.fileJobs.pdf.run();
  expect((await other.call('GET', '/api/pdf')).body['status']).toBe('COMPLETED');
  expect(server.fileJobs.pdf.waiting).toMatchObject([{ client: '2001:db8:7', isBehind: true }]);
});

/** Students with queued copies. */
async function seedWaiting({ storage: { db }, now }: TestApp, count: number): Promise<readonly string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  const account = { password_hash: 'none', confirmed_at: now(), created_at: now() };
  await db
    .insertInto('student')
    .values(ids.map((id) => ({ ...account, id, username: `${id}@example.org` })))
    .execute();
  const copy = { fingerprint: 'any', status: 'UNPROCESSED', updated_at: now() } as const;
  await db
    .insertInto('pdf_copy')
    .values(ids.map((student_id) => ({ ...copy, student_id })))
    .execute();
  return ids;
}

async function finish({ storage: { db } }: TestApp, ids: readonly string[]): Promise<void> {
  await db.updateTable('pdf_copy').set({ status: 'COMPLETED' }).where('student_id', 'in', ids).execute();
}
