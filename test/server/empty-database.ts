import { randomUUID } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { fingerprint } from '#scripts/build/fingerprint.ts';
import { startJobs } from '#server/jobs/jobs.ts';
import { createDatabase, openStorage } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { createEmbeddedPool } from '#server/database/pglite-engine.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** Names the sources of tables and job queues. */
export const version = fingerprint(root, ['package-lock.json', 'src/server']).slice(0, 12);
const cache = path.join(root, '.cache');
const dumpTemplate = path.join(cache, `empty-database-${version}`);
const folderTemplate = path.join(cache, `empty-folder-${version}`);

/** Otherwise 128 MB would be written first, and a prepared statement planned five times before a plan is kept. */
const SETTINGS = ['shared_buffers=16MB', 'plan_cache_mode=force_generic_plan'];

/**
 * Creates an embedded database in memory with all tables and no rows. That takes seconds, so the first is cached and
 * copied.
 */
export async function createEmptyDatabase(): Promise<PGlite> {
  if (!existsSync(dumpTemplate)) {
    await makeTemplate(dumpTemplate, async (aside) => writeFileSync(aside, await dumpEmptyDatabase()));
  }
  return PGlite.create({
    loadDataDir: new Blob([readFileSync(dumpTemplate)]),
    startParams: [...PGlite.defaultStartParams, ...SETTINGS.flatMap((setting) => ['-c', setting])],
  });
}

/** A database of {@link createEmptyDatabase}, and its return. */
type LentDatabase = { readonly database: PGlite; giveBack(): Promise<void> };

/** Returned, empty databases of this process. */
const idle: PGlite[] = [];
/** Of each of them: all are copies of one. */
let shape: unknown;

/** Lends an empty database; emptying a returned one is faster than a copy. */
export async function lendEmptyDatabase(): Promise<LentDatabase> {
  const database = idle.pop() ?? (await createEmptyDatabase());
  shape ??= await shapeOf(database);
  return {
    database,
    giveBack: async () => {
      if (await isEmptied(database)) idle.push(database);
      else await database.close();
    },
  };
}

/** @returns false if more than rows was changed, or the database is broken */
async function isEmptied(database: PGlite): Promise<boolean> {
  try {
    await database.exec('rollback');
    await database.exec('discard all');
    const { rows } = await database.query<{ name: string }>(`
      select quote_ident(relname) as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace
        and relname not like 'kysely_migration%' and pg_relation_size(oid) > 0`);
    const used = rows.map(({ name }) => name).join(', ');
    // Otherwise the audit triggers protect it.
    await database.exec(`alter table audit disable trigger user;
      truncate ${used || 'audit'} restart identity cascade;
      alter table audit enable always trigger keep_audit, enable always trigger keep_audit_whole`);
    return isDeepStrictEqual(await shapeOf(database), shape);
  } catch {
    return false;
  }
}

/** The catalogs of columns, rules, functions, settings and migrations. */
const CATALOGS = `pg_attrdef pg_attribute pg_constraint pg_db_role_setting pg_namespace pg_proc
  kysely_migration`.split(/\s+/);

/**
 * The number of rows and last change of each catalog. Tables, indexes and triggers change as a database is emptied, so
 * only their number.
 */
async function shapeOf(database: PGlite): Promise<unknown> {
  const columns = CATALOGS.map(
    (name) => `(select array[count(*), max(xmin::text::bigint)] from ${name}) as ${name}`,
  );
  const { rows } = await database.query(`
    select (select count(*) from pg_class) as pg_class, (select count(*) from pg_trigger) as pg_trigger, ${columns.join(', ')}`);
  return rows;
}

async function dumpEmptyDatabase(): Promise<Buffer> {
  const database = await PGlite.create();
  const pool = createEmbeddedPool(createPgConfig(database));
  await migrate(createDatabase(pool));
  await pool.end();
  const dump = await database.dumpDataDir('none');
  await database.close();
  return Buffer.from(await dump.arrayBuffer());
}

/**
 * Puts an empty embedded database into a data directory, like the first start of a server; cached like the other one.
 * test/server/pglite.process.test.ts tests the first start itself.
 */
export async function putEmptyDatabase(dataDir: string): Promise<void> {
  if (!existsSync(folderTemplate)) {
    await makeTemplate(folderTemplate, async (aside) => {
      const storage = await openStorage({ dataDir: aside });
      const jobs = await startJobs(storage, () => undefined);
      await jobs.stop();
      await storage.close();
    });
  }
  cpSync(path.join(folderTemplate, 'database'), path.join(dataDir, 'database'), { recursive: true });
}

/** Creates it aside, removes other versions, and moves it in place. */
async function makeTemplate(place: string, make: (aside: string) => Promise<void>): Promise<void> {
  mkdirSync(cache, { recursive: true });
  const aside = path.join(cache, randomUUID());
  await make(aside);
  const [kind = ''] = path.basename(place).split(version);
  for (const name of readdirSync(cache)) {
    if (name.startsWith(kind) && !name.endsWith(version)) rmSync(path.join(cache, name), { recursive: true });
  }
  try {
    renameSync(aside, place);
  } catch (error) {
    rmSync(aside, { recursive: true });
    // A parallel suite can be faster.
    if (!existsSync(place)) throw error;
  }
}
