import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { PROJECT_PATHS } from '#compiler/source/schema-paths.ts';
import { openStorage } from '#server/storage/database.ts';
import { readForm } from '#test/support/compiled-form.ts';
import { completeState } from '#test/support/complete-state.ts';
import { copyProject } from '#test/support/project-copy.ts';
import { RENAMED_HASH, renameKeys } from '#test/support/renamed-form.ts';
import { createPostgresDatabase } from '#test/server/test-storage.ts';
import type { Figure } from './figure.ts';
import { onDatabases } from './on-databases.ts';
import { measureCommand } from './process-memory.ts';

const DRAFTS = Number(process.env['MIGRATE_DRAFTS'] ?? 100_000);
const RENAMED_KEYS = 5;

/**
 * `npm run matricula -- move-answers` on drafts that are as full as they can be, after some keys were renamed: the look at all of them,
 * and the move of all of them. Its highest memory as well.
 */
export function benchMigrate(): Promise<readonly Figure[]> {
  return onDatabases(benchDatabase);
}

async function benchDatabase(name: string, serverUrl: string | undefined): Promise<readonly Figure[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'matricula-bench-'));
  const database = serverUrl === undefined ? undefined : await createPostgresDatabase(serverUrl);
  const project = copyProject(PROJECT_PATHS.schemasFolder);
  try {
    renameKeys(project, textKeys());
    await seedDrafts({ dataDir, databaseUrl: database?.url });
    const env = { DATA_DIR: dataDir, DATABASE_URL: database?.url ?? '' };
    const plan = await measureCommand(['scripts/matricula.ts', 'move-answers', '--plan'], {
      root: project,
      env,
    });
    const now = await measureCommand(['scripts/matricula.ts', 'move-answers', '--now'], {
      root: project,
      env,
    });
    return [
      {
        name: `${DRAFTS} drafts looked at, ${name}`,
        value: plan.seconds,
        unit: 's',
        baselines: [],
        target: { kind: 'atMost', limit: 60 },
      },
      {
        name: `highest memory of it, ${name}`,
        value: plan.peak,
        unit: 'MB',
        baselines: [],
        target: { kind: 'atMost', limit: 300 },
      },
      { name: `${DRAFTS} drafts moved, ${name}`, value: now.seconds, unit: 's', baselines: [] },
      { name: `highest memory of it, ${name}`, value: now.peak, unit: 'MB', baselines: [] },
    ];
  } finally {
    for (const folder of [project, dataDir]) rmSync(folder, { recursive: true, force: true });
    await database?.drop();
  }
}

function textKeys(): readonly string[] {
  return readForm()
    .pages.flatMap(({ questions }) => Object.values(questions))
    .filter(({ type, widget }) => type === 'string' && widget === 'text')
    .slice(0, RENAMED_KEYS)
    .map(({ key }) => key);
}

async function seedDrafts(settings: {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
}): Promise<void> {
  const { db, close } = await openStorage(settings);
  const { answers } = completeState(readForm());
  const versions = Object.fromEntries(Object.keys(answers).map((key, index) => [key, index + 1]));
  for (let from = 0; from < DRAFTS; from += 1000) {
    await sql`with student as (
        insert into student (id, username, password_hash, confirmed_at, created_at)
        select gen_random_uuid(), 'student-' || number || '@example.org', 'none', now(), now()
        from generate_series(${from}::integer, ${Math.min(from + 1000, DRAFTS) - 1}::integer) as number
        returning id
      )
      insert into application (student_id, answers, versions, version)
      select id, ${JSON.stringify(answers)}::jsonb, ${JSON.stringify(versions)}::jsonb, 1000 from student`.execute(
      db,
    );
  }
  await sql`insert into definition (hash, definition, stored_at) values (${RENAMED_HASH}, '{}', now())`.execute(
    db,
  );
  await close();
}
