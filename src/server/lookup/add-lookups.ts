import type { FastifyInstance } from 'fastify';
import type { SchemaOf } from '../api-calls.ts';
import type { OnFault } from '../fault-log.ts';
import type { Database } from '../storage/database.ts';
import { createDirectoryStore } from './directory-store.ts';
import { lookupRoutes } from './lookup-routes.ts';
import { noSource, type LookupSource } from './lookup-source.ts';
import { SCHOOL_CATEGORIES } from './school-category.ts';
import { createSchoolDirectory } from './school-directory.ts';

export type LookupParts = {
  readonly db: Database;
  readonly clock: () => Date;
  readonly schemaOf: SchemaOf;
  readonly onFault: OnFault;
};

/** The look-ups of all categories. The directories are read when the server begins to listen, not before. */
export function addLookups(app: FastifyInstance, { db, clock, schemaOf, onFault }: LookupParts): void {
  const store = createDirectoryStore(db);
  const directories = SCHOOL_CATEGORIES.map((category) => ({
    category,
    directory: createSchoolDirectory({ category, store, clock, onFault }),
  }));
  const sources = new Map<string, LookupSource>([
    ...directories.map(({ category, directory }) => [category, directory] as const),
    ['address', noSource],
  ]);
  lookupRoutes(app, { sources, clock, schemaOf });
  let reading: Promise<void> = Promise.resolve();
  app.addHook('onListen', async () => {
    reading = readAll(directories, onFault);
  });
  app.addHook('onClose', () => reading);
}

async function readAll(
  directories: readonly { readonly category: string; readonly directory: { load(): Promise<void> } }[],
  onFault: OnFault,
): Promise<void> {
  for (const { category, directory } of directories) {
    await directory.load().catch((error: unknown) => onFault(`the directory ${category}`, error));
  }
}
