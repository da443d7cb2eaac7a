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
/** What the tables and the queues of jobs come from. */
const version = fingerprint(root, ['package-lock.json', 'src/server']).slice(0, 12);
const cache = path.join(root, '.cache');
const dumpTemplate = path.join(cache, `empty-database-${version}`);
const folderTemplate = path.join(cache, `empty-folder-${version}`);

/**
 * An embedded database in memory with all tables and no row. Making one takes seconds, so the first is kept and copied,
 * in a tenth of that.
 */
export async function createEmptyDatabase(): Promise<PGlite> {
  if (!existsSync(dumpTemplate)) {
    await makeTemplate(dumpTemplate, async (aside) => writeFileSync(aside, await dumpEmptyDatabase()));
  }
  return PGlite.create({
    loadDataDir: new Blob([readFileSync(dumpTemplate)]),
    // Of the usual 128 MB each byte is written first.
    startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'],
  });
}

/** An embedded database as {@link createEmptyDatabase} makes it, and what takes it back. */
type LentDatabase = { readonly database: PGlite; giveBack(): Promise<void> };

/** Those of this process that nobody has, empty again. */
const idle: PGlite[] = [];
/** Of each of them: all are copies of one. */
let shape: unknown;

/** Lends an empty database. One that was given back is emptied in a fraction of the time in which a new one is copied. */
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

/** @returns false where more than rows was left behind, or the database has broken */
async function isEmptied(database: PGlite): Promise<boolean> {
  try {
    await database.exec('rollback');
    await database.exec('discard all');
    const { rows } = await database.query<{ name: string }>(`
      select quote_ident(relname) as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace
        and relname not like 'kysely_migration%' and pg_relation_size(oid) > 0`);
    const used = rows.map(({ name }) => name).join(', ');
    // The triggers of the audit trail keep it else.
    await database.exec(`alter table audit disable trigger user;
      truncate ${used || 'audit'} restart identity cascade;
      alter table audit enable always trigger keep_audit, enable always trigger keep_audit_whole`);
    return isDeepStrictEqual(await shapeOf(database), shape);
  } catch {
    return false;
  }
}

/** Where columns, rules, functions, settings and the like are, and which migrations there were. */
const CATALOGS = `pg_attrdef pg_attribute pg_constraint pg_db_role_setting pg_namespace pg_proc
  kysely_migration`.split(/\s+/);

/**
 * Of each catalog how many rows it has and which change was the last. Tables, indexes and triggers change as a database
 * is emptied: how many there are.
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
 * Puts an embedded database without a row into a data directory that has none, as the first start of a server leaves
 * it; kept and copied like the other one. That a server makes its own is shown in test/server/pglite.process.test.ts.
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

/** Makes it aside, removes those of other versions, and puts it in its place. */
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
    // A suite that runs beside this one may have been quicker.
    if (!existsSync(place)) throw error;
  }
}
