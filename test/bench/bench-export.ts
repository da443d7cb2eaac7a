import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { openStorage } from '#server/storage/database.ts';
import { createPostgresDatabase } from '#test/server/test-storage.ts';
import { readForm } from '#test/support/compiled-form.ts';
import { completeState } from '#test/support/complete-state.ts';
import type { Figure } from './figure.ts';
import { onDatabases } from './on-databases.ts';
import { measureCommand } from './process-memory.ts';

const APPLICATIONS = Number(process.env['EXPORT_APPLICATIONS'] ?? 22_502);
const SEEDED_AT_ONCE = 1000;

/** `npm run matricula -- export --format csv` of many complete applications: how fast it is, and its highest memory. */
export function benchExport(): Promise<readonly Figure[]> {
  return onDatabases(benchDatabase);
}

async function benchDatabase(name: string, serverUrl: string | undefined): Promise<readonly Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'matricula-bench-'));
  const dataDir = path.join(folder, 'data');
  const database = serverUrl === undefined ? undefined : await createPostgresDatabase(serverUrl);
  try {
    await seedSubmitted({ dataDir, databaseUrl: database?.url });
    const env = { DATA_DIR: dataDir, DATABASE_URL: database?.url ?? '' };
    const { seconds, peak } = await measureCommand(
      [
        'scripts/matricula.ts',
        'export',
        '--since',
        '2026-01-01',
        '--format',
        'csv',
        '--out',
        path.join(folder, 'out'),
      ],
      { env },
    );
    return [
      {
        name: `${APPLICATIONS} applications into a table, ${name}`,
        value: APPLICATIONS / seconds,
        unit: '/s',
        baselines: [],
        target: { kind: 'atLeast', limit: 1000 },
      },
      {
        name: `highest memory of it, ${name}`,
        value: peak,
        unit: 'MB',
        baselines: [],
        // The embedded database is in the same process.
        ...(serverUrl !== undefined && { target: { kind: 'atMost', limit: 200 } }),
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await database?.drop();
  }
}

async function seedSubmitted(settings: {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
}): Promise<void> {
  const { db, close } = await openStorage(settings);
  const form = readForm();
  const answers = JSON.stringify(completeState(form).answers);
  await sql`insert into definition (hash, definition, stored_at)
    values (${form.hash}, ${JSON.stringify(form)}, now())`.execute(db);
  for (let from = 0; from < APPLICATIONS; from += SEEDED_AT_ONCE) {
    const last = Math.min(from + SEEDED_AT_ONCE, APPLICATIONS) - 1;
    await sql`with student as (
        insert into student (id, username, password_hash, confirmed_at, created_at)
        select gen_random_uuid(), 'student-' || number || '@example.org', 'none', now(), now()
        from generate_series(${from}::integer, ${last}::integer) as number
        returning id
      )
      insert into submission (student_id, receipt, submitted_at, definition_hash, answers, tabs, counts)
      select id, left(id::text, 18), now(), ${form.hash}, ${answers}::jsonb, '{}', '{}' from student`.execute(
      db,
    );
  }
  await close();
}
