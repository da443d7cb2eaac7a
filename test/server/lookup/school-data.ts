import { existsSync } from 'node:fs';
import path from 'node:path';
import type { DirectoryEntry } from '#server/lookup/directory-entry.ts';
import { DIRECTORIES, recogniseMapping } from '#server/lookup/import/mapping.ts';
import { openSpreadsheet } from '#server/lookup/import/open-spreadsheet.ts';
import { createEntryReader } from '#server/lookup/import/read-entry.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const folder = path.resolve(root, process.env['MATRICULA_DATA'] ?? path.join('..', 'shared', 'data'));

/** The official files, if available; they are not part of the project. */
export const schoolData = {
  folder,
  highSchools: path.join(folder, 'nces-high-schools.csv.gz'),
  colleges: path.join(folder, 'ipeds-hd2024.csv.gz'),
};

export const hasSchoolData = existsSync(schoolData.highSchools) && existsSync(schoolData.colleges);

/** All entries of an import of an official file into its category. */
export async function readEntries(file: string, category: string): Promise<DirectoryEntry[]> {
  const rows = await openSpreadsheet(file);
  const first = await rows.next();
  const header = first.done ? [] : first.value.cells;
  const read = createEntryReader(header, recogniseMapping(header, category, DIRECTORIES), true);
  const entries: DirectoryEntry[] = [];
  for await (const { cells } of rows) {
    const row = read(cells);
    if (row.kind === 'taken') entries.push(row.entry);
  }
  return entries;
}
