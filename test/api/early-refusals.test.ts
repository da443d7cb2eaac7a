import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createMetrics } from '#server/metrics/metrics.ts';
import { createTestApp, type TestApp } from '#test/server/test-app.ts';
import { openEmbeddedInMemory, testEngines } from '#test/server/test-storage.ts';
import { seedStudent } from './seeded-student.ts';
import { PASSWORD, StudentClient } from './student-client.ts';

const BUSY = 'Many people are applying right now. Keep this page open and try again in a moment.';
const OPENING = ['/api/profile', '/api/tabs', '/api/add-another', '/api/document-answer'];

const busyFor = (seconds: string) => ({
  status: 503,
  headers: { 'retry-after': seconds },
  body: { message: BUSY },
});

async function statuses(answers: readonly Promise<{ readonly status: number }>[]) {
  return (await Promise.all(answers)).map(({ status }) => status);
}

async function atWork(student: StudentClient) {
  return [
    (await student.call('GET', '/api/profile')).status,
    (await student.call('PUT', '/api/answer', { answer: { age: 21 } })).status,
    (await student.call('PUT', '/api/last-page', { last_page: '/first' })).status,
  ];
}

describe.each(testEngines)('an overloaded server, on $engine', ({ open }) => {
  const metrics = createMetrics();
  let server: TestApp;
  let delayMs = 0;
  beforeAll(async () => {
    const storage = await open();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    server = await createTestApp({ storage, metrics, callDelay: () => delayMs, leastCalls: 0 });
  });
  beforeEach(() => {
    delayMs = 0;
  });
  afterAll(async () => {
    await server.close();
    vi.useRealTimers();
  });

  const lookUp = () => new StudentClient(server.app).call('GET', '/lookup/find?category=zip&id=60614');
  const signUp = (name: string) => {
    const body = { username: `${name}@example.org`, password: PASSWORD };
    return new StudentClient(server.app).call('POST', '/public/signup', body);
  };
  const newVisit = async (path: string) => (await seedStudent(server, {})).student.call('GET', path);

  async function knownStudent(): Promise<StudentClient> {
    const { student } = await seedStudent(server, {});
    expect((await student.call('GET', '/api/profile')).status).toBe(200);
    return student;
  }

  test.each([
    [0, { lookUps: 200, visits: 200, work: 200 }],
    [199, { lookUps: 200, visits: 200, work: 200 }],
    [200, { lookUps: 503, visits: 200, work: 200 }],
    [500, { lookUps: 503, visits: 503, work: 200 }],
    [2999, { lookUps: 503, visits: 503, work: 200 }],
    [3000, { lookUps: 503, visits: 503, work: 503 }],
  ])('refuses the cheapest first: %i ms', async (ms, { lookUps, visits, work }) => {
    const student = await knownStudent();
    delayMs = ms;
    expect((await lookUp()).status).toBe(lookUps);
    expect(await statuses(OPENING.map(newVisit))).toEqual(OPENING.map(() => visits));
    expect((await signUp(`new-${ms}`)).status).toBe(visits);
    expect(await atWork(student)).toEqual([work, work, work]);
  });

  test('accepts saves of students admitted by another server', async () => {
    const { student } = await seedStudent(server, {});
    delayMs = 2999;
    expect((await student.call('PUT', '/api/answer', { answer: { age: 21 } })).status).toBe(200);
    expect((await student.call('GET', '/api/profile')).status).toBe(200);
  });

  test('explains the refusal, and when to retry', async () => {
    const student = await knownStudent();
    delayMs = 3000;
    const save = () => student.call('PUT', '/api/answer', { answer: { age: 21 } });
    expect(await lookUp()).toMatchObject(busyFor('2'));
    expect(await signUp('later')).toMatchObject(busyFor('10'));
    expect(await save()).toMatchObject(busyFor('5'));
    delayMs = 0;
    expect((await save()).status).toBe(200);
  });

  test('always serves the page, its files, log-out and health checks', async () => {
    const student = await knownStudent();
    delayMs = 60_000;
    for (const url of ['/', '/about', '/login', '/healthz', '/readyz', '/robots.txt'])
      expect((await server.app.inject({ url })).statusCode).toBe(200);
    expect((await student.call('GET', '/api/logout')).status).toBe(200);
  });

  test('counts refusals by kind, and logs them once a minute', async () => {
    vi.advanceTimersByTime(60_000);
    const before = server.logged.length;
    delayMs = 3000;
    await Promise.all(Array.from({ length: 20 }, lookUp));
    await signUp('many');
    expect(server.logged.slice(before)).toEqual([]);
    vi.advanceTimersByTime(180_000);
    const lines = server.logged.slice(before).map((line): Record<string, unknown> => JSON.parse(line));
    expect(lines).toMatchObject([{ delayMs: 3000, refused: { 'look-ups': 20, visits: 1 } }]);
    const figures = await metrics.render([]);
    for (const kind of ['look-ups', 'visits', 'work'])
      expect(figures).toMatch(new RegExp(`^matricula_refused_early_total\\{kind="${kind}"\\} [1-9]`, 'm'));
  });
});

test('a stalled server refuses none of a few calls, and the last of many in a second', async () => {
  const server = await createTestApp({
    storage: await openEmbeddedInMemory(),
    callDelay: () => 60_000,
    leastCalls: 20,
  });
  const lookUp = () => new StudentClient(server.app).call('GET', '/lookup/find?category=zip&id=60614');
  const seen: number[] = [];
  for (let call = 0; call < 25; call += 1) seen.push((await lookUp()).status);
  expect(seen).toEqual([...Array<number>(19).fill(200), ...Array<number>(6).fill(503)]);
  server.pass(2000);
  expect((await lookUp()).status).toBe(200);
  await server.close();
});
