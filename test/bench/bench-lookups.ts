import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { createDirectoryStore } from '../../src/server/lookup/directory-store.ts';
import { importDirectory } from '../../src/server/lookup/import/import-directory.ts';
import { openStorage, type Storage, type StorageSettings } from '../../src/server/database/database.ts';
import { readForm } from '../support/compiled-form.ts';
import { completeState } from '../support/complete-state.ts';
import { startTestServer, type TestServer, USUAL_SERVER } from '../support/test-server.ts';
import { seedStudents } from './bench-students.ts';
import type { Figure } from './figure.ts';
import { manySchools, typedOneByOne } from './many-schools.ts';
import { onDatabases } from './on-databases.ts';
import { percentile } from './percentile.ts';
import { steadily } from './steadily.ts';
import { steadySaves } from './steady-saves.ts';

const SCHOOLS = 130_000;
const SECONDS = 8;
const SAVING = 10;
/** Sixty students who all type a school in the same seconds. */
const LOOKUPS_PER_SECOND = 60;
const SAMPLES = 40;

/** Imports 130,000 schools, searches them key by key beside bare SQL, and saves answers while others search. */
export function benchLookups(): Promise<readonly Figure[]> {
  return onDatabases(benchDatabase);
}

async function benchDatabase(name: string, databaseUrl: string | undefined): Promise<readonly Figure[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'matricula-bench-'));
  const settings = { dataDir, databaseUrl };
  try {
    const { seconds, bare } = await fill(settings);
    const students = await seedStudents(settings, SAVING, completeState(readForm()).answers);
    const env = { LOG_LEVEL: 'error', ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
    const server = await startTestServer({ dataDir, command: USUAL_SERVER, env });
    try {
      const search = await timeSearches(server);
      // Before and after, so that a machine that gets slower meanwhile does not count for either side.
      const before = await steadySaves(server.url, students, SECONDS);
      const [beside] = await Promise.all([
        steadySaves(server.url, students, SECONDS),
        searchSteadily(server),
      ]);
      const alone = (before + (await steadySaves(server.url, students, SECONDS))) / 2;
      return [
        { name: `import of ${SCHOOLS} schools, ${name}`, value: seconds, unit: 's', baselines: [] },
        {
          name: `p95 of a search, ${name}`,
          value: search,
          unit: 'ms',
          baselines: [{ name: 'bare SQL', value: bare }],
          target: { kind: 'atMost', limit: 10 },
        },
        {
          name: `p99 of a save while others search, ${name}`,
          value: beside,
          unit: 'ms',
          baselines: [{ name: 'without', value: alone }],
          target: { kind: 'timesAtMost', limit: 1.5 },
        },
      ];
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function fill(settings: StorageSettings & { readonly dataDir: string }) {
  const file = path.join(settings.dataDir, '..', `${path.basename(settings.dataDir)}.csv`);
  const quoted = (await manySchools(SCHOOLS)).map(({ id, name, address_line_1, city, state, zip }) =>
    [id, name, address_line_1, city, state, zip].map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','),
  );
  writeFileSync(file, ['nces_id,name,address_line_1,city,state,zip', ...quoted].join('\n'));
  const storage = await openStorage(settings);
  try {
    const started = performance.now();
    await importDirectory(
      { store: createDirectoryStore(storage.db), now: new Date() },
      { category: 'hs_ceeb', file },
    );
    const seconds = (performance.now() - started) / 1000;
    return { seconds, bare: await timeBareSql(storage) };
  } finally {
    rmSync(file);
    await storage.close();
  }
}

/** The simplest statement that orders by start of name, start of word, length: without errors, initials or places. */
async function timeBareSql({ db }: Storage): Promise<number> {
  const times: number[] = [];
  for (const typed of typedOneByOne.filter((_, at) => at % 4 === 0).slice(0, SAMPLES)) {
    const started = performance.now();
    await sql`select id, name, city, state from lookup_entry
      where category = 'hs_ceeb' and name ilike ${`%${typed}%`}
      order by name ilike ${`${typed}%`} desc, name ilike ${`% ${typed}%`} desc, length(name) limit 5`.execute(
      db,
    );
    times.push(performance.now() - started);
  }
  return percentile(times, 0.95);
}

async function timeSearches({ url }: TestServer): Promise<number> {
  const times: number[] = [];
  // The first round waits for the directory and warms the code up.
  for (const isMeasured of [false, true]) {
    for (const typed of typedOneByOne) {
      const started = performance.now();
      const answer = await fetch(addressOf(url, typed));
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`A search was answered with ${answer.status}.`);
      if (isMeasured) times.push(performance.now() - started);
    }
  }
  return percentile(times, 0.95);
}

function addressOf(url: string, typed: string): string {
  return `${url.replace('localhost', '127.0.0.1')}${pathOf(typed)}`;
}

function pathOf(typed: string): string {
  return `/lookup/find?category=hs_ceeb&query=${encodeURIComponent(typed)}`;
}

async function searchSteadily({ url }: TestServer): Promise<void> {
  await steadily(LOOKUPS_PER_SECOND, SECONDS, async (count) => {
    const answer = await fetch(addressOf(url, typedOneByOne[count % typedOneByOne.length] ?? ''));
    await answer.arrayBuffer();
  });
}
