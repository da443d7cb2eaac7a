import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { printFault } from '#server/fault-log.ts';
import { openPglite } from '#server/storage/pglite.ts';

const root = path.resolve(import.meta.dirname, '../..');
const locked = /"node_modules\/@electric-sql\/pglite": \{\s*"version": "([^"]+)"/;
const version = locked.exec(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))?.[1] ?? 'unknown';
const cache = path.join(root, '.cache');
const dumpTemplate = path.join(cache, `empty-database-${version}.tar`);
const folderTemplate = path.join(cache, `empty-folder-${version}`);

/** An embedded database in memory. Making one takes seconds, so the first is kept and copied, in a tenth of that. */
export async function createEmptyDatabase(): Promise<PGlite> {
  if (existsSync(dumpTemplate)) {
    return PGlite.create({ loadDataDir: new Blob([readFileSync(dumpTemplate)]) });
  }
  const database = await PGlite.create();
  const dump = await database.dumpDataDir('none');
  const aside = `${dumpTemplate}.${randomUUID()}`;
  mkdirSync(cache, { recursive: true });
  writeFileSync(aside, Buffer.from(await dump.arrayBuffer()));
  renameSync(aside, dumpTemplate);
  return database;
}

/**
 * Puts an embedded database without a table into a data directory that has none, kept and copied like the other one.
 * That a server makes its own is shown in test/server/pglite.test.ts.
 */
export async function putEmptyDatabase(dataDir: string): Promise<void> {
  if (!existsSync(folderTemplate)) await makeFolderTemplate();
  cpSync(path.join(folderTemplate, 'database'), path.join(dataDir, 'database'), { recursive: true });
}

async function makeFolderTemplate(): Promise<void> {
  const aside = `${folderTemplate}.${randomUUID()}`;
  const database = await openPglite(aside, printFault);
  await database.close();
  try {
    renameSync(aside, folderTemplate);
  } catch (error) {
    rmSync(aside, { recursive: true });
    // A suite that runs beside this one may have been quicker.
    if (!existsSync(folderTemplate)) throw error;
  }
}
