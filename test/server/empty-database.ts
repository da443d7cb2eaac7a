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
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { fingerprint } from '#scripts/build/fingerprint.ts';
import { startJobs } from '#server/jobs/jobs.ts';
import { createDatabase, openStorage } from '#server/storage/database.ts';
import { migrate } from '#server/storage/migrate.ts';
import { createEmbeddedPool } from '#server/storage/pglite-engine.ts';

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
  return PGlite.create({ loadDataDir: new Blob([readFileSync(dumpTemplate)]) });
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
 * it; kept and copied like the other one. That a server makes its own is shown in test/server/pglite.test.ts.
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
