import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { PROJECT_PATHS } from '#compiler/source/schema-paths.ts';
import { seedStudents, type BenchStudent } from '#test/bench/bench-students.ts';
import { copyProject } from '#test/support/project-copy.ts';
import { RENAMED, renameKeys } from '#test/support/renamed-form.ts';
import { startTestServer, type TestServer } from '#test/support/test-server.ts';
import { firstTextKeys } from './first-text-keys.ts';
import { call } from './server-calls.ts';
import { describeWith, postgresUrl } from '#test/support/services.ts';
import { createPostgresDatabase } from './test-storage.ts';
import { rounds } from '#test/support/volume.ts';

const ROUNDS = rounds(1, 5);
const SEED = Number(process.env['ROLLING_SEED'] ?? Date.now() % 100_000);
const ROUND_MS = 90_000;
const POLLING = { interval: 20, timeout: ROUND_MS };
const STUDENTS = 4;
const KEYS = 6;
/** Acknowledged in each round before a server is killed, and after it. */
const LEAST_SAVES = 60;

/** One of two servers, while it is killed and started again. */
type Node = { readonly name: (key: string) => string; server: TestServer };

/** What was acknowledged of one student, kept outside of both servers. */
type Ledger = {
  readonly student: BenchStudent;
  /** Key of the older form → the values it may have: the last one acknowledged, and those cut off since. */
  readonly allowed: Map<string, string[]>;
};

describeWith(['postgres'], 'an older and a newer server on one PostgreSQL database', () => {
  const cleanUp: (() => Promise<void> | void)[] = [];
  afterEach(async () => {
    for (const step of cleanUp.splice(0).toReversed()) await step();
  });

  test(
    `neither lose nor resurrect an answer while one of them is killed, with the seed ${SEED}`,
    { timeout: ROUND_MS * (ROUNDS + 1) },
    async () => {
      const database = await createPostgresDatabase(postgresUrl);
      cleanUp.push(database.drop);
      const keys = await firstTextKeys(KEYS);
      const newer = copyProject(PROJECT_PATHS.schemasFolder);
      cleanUp.push(() => rmSync(newer, { recursive: true, force: true }));
      renameKeys(newer, keys);
      const start = async (project: string | undefined): Promise<TestServer> => {
        const env = { DATABASE_URL: database.url, LOG_LEVEL: 'error' };
        const server = await startTestServer({ env, ...(project === undefined ? {} : { project }) });
        cleanUp.push(() => server.kill());
        return server;
      };
      const nodes: readonly Node[] = [
        { name: (key) => key, server: await start(undefined) },
        { name: (key) => key + RENAMED, server: await start(newer) },
      ];
      const students = await seedStudents({ dataDir: '', databaseUrl: database.url }, STUDENTS, {});
      const ledgers = students.map((student): Ledger => ({ student, allowed: new Map() }));
      const random = createRandom(SEED);
      for (let round = 0; round < ROUNDS; round += 1) {
        const saving = saveEverywhere(nodes, ledgers, keys, random);
        await saving.until(LEAST_SAVES);
        const killed = nodes[random(nodes.length)];
        if (killed === undefined) throw new Error('There is no such server.');
        await killed.server.kill();
        await saving.until(LEAST_SAVES);
        killed.server = await start(killed === nodes[0] ? undefined : newer);
        await saving.until(LEAST_SAVES);
        await saving.stop();
        const reads = nodes.flatMap((node) => ledgers.map((ledger) => wrongAnswers(node, ledger)));
        expect((await Promise.all(reads)).flat()).toEqual([]);
      }
    },
  );
});

/** Whole numbers below a limit, the same ones for the same seed (mulberry32). */
function createRandom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

/** Every student saves in two windows, each at one server or the other, one answer after the other. */
function saveEverywhere(
  nodes: readonly Node[],
  ledgers: readonly Ledger[],
  keys: readonly string[],
  random: (limit: number) => number,
) {
  let acknowledged = 0;
  const stopping = new AbortController();
  const window = async (ledger: Ledger, own: readonly string[]): Promise<void> => {
    while (!stopping.signal.aborted) {
      const node = nodes[random(nodes.length)];
      const key = own[random(own.length)];
      if (node === undefined || key === undefined) throw new Error('Nothing to save.');
      const value = random(5) === 0 ? '' : String(random(1_000_000));
      if (await save(node, ledger, key, value)) acknowledged += 1;
      if (random(4) === 0) await read(node, ledger.student).catch(() => undefined);
    }
  };
  const half = Math.floor(keys.length / 2);
  const windows = ledgers.flatMap((ledger) => [
    window(ledger, keys.slice(0, half)),
    window(ledger, keys.slice(half)),
  ]);
  const all = Promise.all(windows);
  return {
    until: async (more: number): Promise<void> => {
      const goal = acknowledged + more;
      await Promise.race([all, untilTrue(() => acknowledged >= goal)]);
    },
    stop: async (): Promise<void> => {
      stopping.abort();
      await all;
    },
  };
}

async function untilTrue(isSo: () => boolean): Promise<void> {
  await expect.poll(isSo, POLLING).toBe(true);
}

/** @returns whether it was acknowledged; what is cut off may have been saved or not */
async function save({ name, server }: Node, ledger: Ledger, key: string, value: string): Promise<boolean> {
  const before = ledger.allowed.get(key) ?? [''];
  ledger.allowed.set(key, [...before, value]);
  const cookie = `matricula_session=${ledger.student.token}`;
  const body = { answer: { [name(key)]: value } };
  const response = await call(server, '/api/answer', { method: 'PUT', body, cookie }).catch(() => undefined);
  if (response === undefined) {
    await delay(50);
    return false;
  }
  expect({ status: response.status, text: await response.text() }).toMatchObject({ status: 200 });
  ledger.allowed.set(key, [value]);
  return true;
}

async function read({ server }: Node, { token }: BenchStudent): Promise<Record<string, string>> {
  const cookie = `matricula_session=${token}`;
  const response = await call(server, '/api/profile', { method: 'GET', cookie });
  expect(response.status).toBe(200);
  const { answer }: { answer: Record<string, string> } = JSON.parse(await response.text());
  return answer;
}

/** What a server shows that was not acknowledged last, or that its form does not ask. */
async function wrongAnswers(node: Node, { student, allowed }: Ledger): Promise<readonly string[]> {
  const answers = await read(node, student);
  const wrong = [...allowed].filter(([key, values]) => !values.includes(answers[node.name(key)] ?? ''));
  const isNewer = node.name('') === RENAMED;
  const others = new Set([...allowed.keys()].map((key) => (isNewer ? key : key + RENAMED)));
  const foreign = Object.keys(answers).filter((key) => others.has(key));
  return [...wrong.map(([key, values]) => `${node.name(key)} is none of ${values.join(', ')}`), ...foreign];
}
