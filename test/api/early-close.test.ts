import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { OPENING_PATH } from '#form/definition/reserved-paths.ts';
import { createMetrics } from '#server/metrics/metrics.ts';
import { openTestApp, ORIGIN, type TestApp } from '#test/server/test-app.ts';
import { testEngines } from '#test/server/test-storage.ts';
import { seedStudent } from './seeded-student.ts';
import { eventsOf, logIn, PASSWORD, register, type StudentClient } from './student-client.ts';

const PATIENCE = { timeout: 60_000 };
const LINE = { result: 'ok', client: '127.0.0.1' };

/** How a client disconnects: a closed tab, or a crashed machine. */
const WAYS: readonly (readonly [string, (socket: Socket) => void])[] = [
  ['closes', (socket) => void socket.destroy()],
  ['is cut off', (socket) => void socket.resetAndDestroy()],
];

const atOnce = async (): Promise<void> => undefined;

describe.each(testEngines)('a client that disconnects early, on $engine', async ({ open }) => {
  const metrics = createMetrics();
  let port: number;
  let beforeWork = atOnce;
  const server = await openTestApp({ storage: await open(), metrics });
  beforeAll(async () => {
    server.app.addHook('preHandler', () => beforeWork());
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    port = addressOf(server).port;
  });

  /** Sends a request over its own connection. */
  async function send(student: StudentClient, url: string, body?: object): Promise<Socket> {
    const content = JSON.stringify(body) ?? '';
    const cookie = [...student.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const head = [
      `${body ? 'POST' : 'GET'} ${url} HTTP/1.1`,
      `host: 127.0.0.1:${port}`,
      `origin: ${ORIGIN}`,
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(content)}`,
      `cookie: ${cookie}`,
    ];
    await new Promise((sent) => socket.write(`${head.join('\r\n')}\r\n\r\n${content}`, sent));
    return socket;
  }

  /** Sends a request, and disconnects before the server handles it. */
  async function sendAndLeaveMidway(student: StudentClient, leave: (socket: Socket) => void): Promise<void> {
    const isRead = Promise.withResolvers<void>();
    const accepted: Promise<Socket[]> = once(server.app.server, 'connection');
    const [socket, [taken]] = await Promise.all([
      send(student, '/api/submit', {}),
      accepted,
      new Promise<void>((resolve) => {
        beforeWork = async () => {
          beforeWork = atOnce;
          resolve();
          await isRead.promise;
        };
      }),
    ]);
    const closed = new Promise((resolve) => taken?.once('close', resolve));
    leave(socket);
    await closed;
    isRead.resolve();
  }

  const isSubmitted = async (username: string) => {
    const submissions = server.storage.db
      .selectFrom('submission')
      .innerJoin('student', 'student.id', 'submission.student_id')
      .select('receipt')
      .where('username', '=', username);
    return (await submissions.execute()).length === 1;
  };
  const countSessions = async () =>
    (await server.storage.db.selectFrom('session').select('student_id').execute()).length;
  const faults = () => server.logged.filter((line) => JSON.parse(line).level >= 50);

  test.each(WAYS)('%s midway, and its submit is audited', async (name, leave) => {
    const username = `${name.replaceAll(' ', '-')}@example.org`;
    const student = await logIn(server, username);
    await student.call('PUT', '/api/answer', { answer: { colour: 'red', age: 17 } });
    await sendAndLeaveMidway(student, leave);
    await vi.waitFor(async () => expect(await isSubmitted(username)).toBe(true), PATIENCE);
    expect(await eventsOf(server, username, 'submit')).toMatchObject([LINE]);
    expect(faults()).toEqual([]);
  });

  test.each(WAYS)('%s at once, and each log-in is audited', async (name, leave) => {
    const username = `early-${name.replaceAll(' ', '-')}@example.org`;
    const student = await register(server, username);
    const before = await countSessions();
    leave(await send(student, '/public/login', { username, password: PASSWORD }));
    // Once a later call is answered, the earlier one is done.
    await logIn(server, `after-${username}`);
    const opened = (await countSessions()) - before - 1;
    const lines = await eventsOf(server, username, 'login');
    expect(lines).toMatchObject(Array.from({ length: opened }, () => LINE));
    expect(faults()).toEqual([]);
  });

  test.each(WAYS)(
    '%s during a queued page load, which is dropped and not counted as refused',
    async (_, leave) => {
      const { pool } = server.storage;
      const leaving = await seedStudent(server, {});
      const staying = await Promise.all(Array.from({ length: 6 }, () => seedStudent(server, {})));
      const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
      const openings = staying.map(({ student }) => student.call('GET', OPENING_PATH));

      const accepted: Promise<Socket[]> = once(server.app.server, 'connection');
      const socket = await send(leaving.student, OPENING_PATH);
      const [taken] = await accepted;
      const closed = new Promise((resolve) => taken?.once('close', resolve));
      const waiting = /^matricula_page_loads_waiting 1$/m;
      await vi.waitFor(async () => expect(await metrics.render([])).toMatch(waiting), PATIENCE);
      leave(socket);
      await closed;
      clients.forEach((client) => client.release());

      expect((await Promise.all(openings)).map(({ status }) => status)).toEqual(staying.map(() => 200));
      const opened = server.storage.db
        .selectFrom('application')
        .select('student_id')
        .where('last_form', 'is not', null);
      const ids = async () => (await opened.execute()).map(({ student_id }) => student_id);
      await vi.waitFor(async () => {
        expect(await ids()).toEqual(expect.arrayContaining(staying.map(({ id }) => id)));
      }, PATIENCE);
      expect(await ids()).not.toContain(leaving.id);
      expect(await metrics.render([])).not.toMatch(/^matricula_refused_early_total\{/m);
    },
  );
});

function addressOf({ app }: TestApp): AddressInfo {
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen.');
  return address;
}
