import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { questionsOf } from '#form/definition/form-part.ts';
import { readForm } from '#test/support/compiled-form.ts';
import { completeState } from '#test/support/complete-state.ts';
import { startTestServer, USUAL_SERVER } from '#test/support/test-server.ts';
import { type BenchStudent, seedStudents } from './bench-students.ts';
import type { Figure } from './figure.ts';
import { medianTime } from './median.ts';
import { onDatabases } from './on-databases.ts';
import { steadily } from './steadily.ts';
import { saveText, steadySaves } from './steady-saves.ts';

const SECONDS = 6;
const SAVING = 10;
/** Nearly as long as an application can be. */
const LONG_BYTES = 500_000;
const HOT_PER_SECOND = 100;
/** Few enough that none is refused. */
const TIMED_SAVES = 10;

/**
 * A save in the longest application beside one in a usual one, and what others wait for while its student asks without
 * end.
 */
export function benchHotStudent(): Promise<readonly Figure[]> {
  return onDatabases(benchDatabase);
}

async function benchDatabase(name: string, databaseUrl: string | undefined): Promise<readonly Figure[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'matricula-bench-'));
  const settings = { dataDir, databaseUrl };
  const students = await seedStudents(settings, SAVING, completeState(readForm()).answers);
  const [hot] = await seedStudents(settings, 1, longAnswers());
  const env = { LOG_LEVEL: 'error', ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
  const server = await startTestServer({ dataDir, command: USUAL_SERVER, env });
  const save = (student: BenchStudent | undefined): Promise<void> => saveOne(server.url, student);
  try {
    const usual = await medianTime(TIMED_SAVES, () => save(students[0]));
    const long = await medianTime(TIMED_SAVES, () => save(hot));
    // Before and after, so that a machine that gets slower meanwhile does not count for either side.
    const before = await steadySaves(server.url, students, SECONDS);
    const [beside] = await Promise.all([
      steadySaves(server.url, students, SECONDS),
      steadily(HOT_PER_SECOND, SECONDS, () => save(hot)),
    ]);
    const alone = (before + (await steadySaves(server.url, students, SECONDS))) / 2;
    return [
      {
        name: `a save in 500 kB of answers, ${name}`,
        value: long,
        unit: 'ms',
        baselines: [{ name: 'in a usual application', value: usual }],
      },
      {
        name: `p99 of a save while one student asks without end, ${name}`,
        value: beside,
        unit: 'ms',
        baselines: [{ name: 'without', value: alone }],
        target: { kind: 'timesAtMost', limit: 2 },
      },
    ];
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function longAnswers(): Readonly<Record<string, string>> {
  const texts = [...questionsOf(readForm()).values()].filter(({ type }) => type === 'string');
  const each = Math.floor(LONG_BYTES / texts.length);
  return Object.fromEntries(texts.map(({ key }) => [key, 'Words. '.repeat(each).slice(0, each)]));
}

let count = 0;

async function saveOne(url: string, student: BenchStudent | undefined): Promise<void> {
  count += 1;
  const response = await saveText(url, student, count);
  // Who asks without end is refused.
  if (!response.ok && response.status !== 429) throw new Error(`A save returned ${response.status}.`);
}
