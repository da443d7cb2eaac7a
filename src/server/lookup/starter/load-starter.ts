import { join } from 'node:path';
import { STARTER_IMPORT, type DirectoryStore } from '../directory-store.ts';
import { importDirectory } from '../import/import-directory.ts';
import type { SchoolCategory } from '../school-category.ts';

/**
 * Fills an empty category with the few schools that the project ships: enough to see how the look-up works, and no
 * substitute for the official files. Names, cities and states only; nothing that would have to be kept up to date.
 */
export async function loadStarter(store: DirectoryStore, category: SchoolCategory, now: Date): Promise<void> {
  const file = join(import.meta.dirname, `${category}.csv`);
  const columns = { id: 'id', name: 'name', aliases: 'aliases', city: 'city', state: 'state' };
  await importDirectory(
    { store, now },
    { category, file, mapping: { source: STARTER_IMPORT, idPrefix: STARTER_IMPORT, columns } },
  );
}
