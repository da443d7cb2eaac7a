import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';

const root = path.resolve(import.meta.dirname, '../..');
const locked = /"node_modules\/@electric-sql\/pglite": \{\s*"version": "([^"]+)"/;
const version = locked.exec(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))?.[1] ?? 'unknown';
const template = path.join(root, '.cache', `empty-database-${version}.tar`);

/** An embedded database in memory. Making one takes seconds, so the first is kept and copied, in a tenth of that. */
export async function createEmptyDatabase(): Promise<PGlite> {
  if (existsSync(template)) return PGlite.create({ loadDataDir: new Blob([readFileSync(template)]) });
  const database = await PGlite.create();
  const dump = await database.dumpDataDir('none');
  const aside = `${template}.${randomUUID()}`;
  mkdirSync(path.dirname(template), { recursive: true });
  writeFileSync(aside, Buffer.from(await dump.arrayBuffer()));
  renameSync(aside, template);
  return database;
}
