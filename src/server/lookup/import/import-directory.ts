import { type DirectoryEntry, isSchoolCategory } from '../directory-entry.ts';
import type { DirectoryStore, ImportKey } from '../directory-store.ts';
import { requireCommas, recogniseMapping, type ColumnMapping } from './mapping.ts';
import {
  ImportError,
  printableCell,
  countedRows,
  createImportReport,
  numberedRows,
  type ImportReport,
} from './import-report.ts';
import { openTable, type TableRow } from './table-rows.ts';
import { createEntryReader } from './read-entry.ts';

export type ImportRequest = {
  readonly category: string;
  /** CSV, plain, gzip or zip, or an Excel workbook. */
  readonly file: string;
  /** Default: that of the official file with this header. */
  readonly mapping?: ColumnMapping | undefined;
};

type ImportServices = {
  readonly store: DirectoryStore;
  readonly now: Date;
  /** Called every few thousand rows with the number of rows read. */
  readonly onProgress?: ((rows: number) => void) | undefined;
};

const BATCH = 1000;
const PROGRESS = 10_000;
/** More wrong rows than that share are the wrong file, or the wrong mapping. */
const MOST_REFUSED = 0.1;

/** What a category is made of, for the report. */
export function thingIn(category: string): string {
  if (!isSchoolCategory(category)) return 'record';
  return category === 'hs_ceeb' ? 'school' : 'college';
}

/** Of schools the names in capitals are written as usual; anywhere else they may be initials. */
function spellingIn(category: string): ((name: string) => string) | undefined {
  return isSchoolCategory(category) ? undefined : (name) => name;
}

/** The directories that belong into another category by what they are. */
const ONLY: Readonly<Record<string, string>> = {
  'nces-public': 'hs_ceeb',
  'nces-private': 'hs_ceeb',
  ipeds: 'college_ceeb',
};

/**
 * Imports a file as a directory of a category, or, when it has only ids and codes, as the category's codes. All or
 * nothing: what was there stays until everything has been read. Doing it again gives the same.
 *
 * @returns what was done, for the operator
 * @throws ImportError with a sentence; then nothing has changed
 */
export async function importDirectory(parts: ImportServices, request: ImportRequest): Promise<string> {
  const rows = await openTable(request.file);
  const first = await rows.next();
  if (first.done) throw new ImportError(`${request.file} is empty.`);
  const header = first.value.cells;
  requireCommas(header);
  const codes = request.mapping === undefined ? codeColumns(header) : undefined;
  if (codes) return importCodes(parts.store, request.category, { columns: codes, rows });
  const mapping = request.mapping ?? recogniseMapping(header);
  const only = ONLY[mapping.source];
  if (only !== undefined && only !== request.category)
    throw new ImportError(`This file belongs to the category ${only}, not to ${request.category}.`);

  const report = createImportReport();
  const earlier = await entriesOf(parts.store, request.category, mapping.source);
  const key = await parts.store.beginImport(request.category, mapping.source);
  try {
    await readAll(
      { parts, key, report },
      rows,
      createEntryReader(header, mapping, spellingIn(request.category)),
    );
    requireMostTaken(report);
    await parts.store.publish(key, parts.now);
  } catch (error) {
    await parts.store.discard(key);
    throw error;
  }
  const what = countedRows(report.taken, thingIn(request.category));
  const instead = earlier > 0 ? `, in place of ${numberedRows(earlier)}` : '';
  const done = `Imported ${what} into ${request.category} as "${mapping.source}"${instead}.`;
  const isClean = await parts.store.removeReplaced(key).then(
    () => true,
    () => false,
  );
  return printableCell([done, ...report.lines(), ...(isClean ? [] : [NOT_CLEAN])].join('\n'));
}

/** How many entries the directory has now. */
async function entriesOf(store: DirectoryStore, category: string, name: string): Promise<number> {
  const sources = await store.listSources(category);
  return sources.find(({ source }) => source === name)?.entries ?? 0;
}

/** The import has succeeded; undoing it now would take away what is in use. */
const NOT_CLEAN =
  '  The replaced entries are not used any more, but could not be deleted. The next import deletes them.';

type Reading = { readonly parts: ImportServices; readonly key: ImportKey; readonly report: ImportReport };

async function readAll(
  { parts, key, report }: Reading,
  rows: AsyncIterable<TableRow>,
  read: ReturnType<typeof createEntryReader>,
): Promise<void> {
  const ids = new Set<string>();
  let batch: DirectoryEntry[] = [];
  let count = 0;
  for await (const { line, cells } of rows) {
    count += 1;
    if (count % PROGRESS === 0) parts.onProgress?.(count);
    const row = read(cells);
    if (row.kind === 'left') report.leave(row.why);
    else if (row.kind === 'refused') report.refuse(line, row.why);
    else if (ids.has(row.entry.id)) report.refuse(line, `its id ${row.entry.id} is a duplicate`);
    else {
      ids.add(row.entry.id);
      report.take();
      if (!row.isStateCode) report.doubtState(line, row.entry.state);
      batch.push(row.entry);
    }
    if (batch.length === BATCH) {
      await parts.store.addEntries(key, batch);
      batch = [];
    }
  }
  if (batch.length > 0) await parts.store.addEntries(key, batch);
}

function requireMostTaken(report: ImportReport): void {
  const { taken, refused } = report;
  if (taken > 0 && refused <= (taken + refused) * MOST_REFUSED) return;
  const what = taken === 0 ? 'No row could be imported' : 'Too many rows are wrong';
  throw new ImportError([`${what}: nothing was imported.`, ...report.lines()].join('\n'));
}

type CodeColumns = { readonly id: number; readonly ceeb: number; readonly prefix: string };

const ID_COLUMNS: Readonly<Record<string, string>> = { nces_id: 'nces:', unitid: 'ipeds:', id: '' };

/** Where a crosswalk has its ids and codes; undefined when the header is of something else. */
function codeColumns(header: readonly string[]): CodeColumns | undefined {
  const names = header.map((name) => name.toLowerCase());
  const ceeb = names.indexOf('ceeb');
  const id = names.findIndex((name) => Object.hasOwn(ID_COLUMNS, name));
  if (ceeb < 0 || id < 0 || names.includes('name')) return undefined;
  return { id, ceeb, prefix: ID_COLUMNS[names[id] ?? ''] ?? '' };
}

/**
 * Replaces the codes of a category by those of a crosswalk that the university licenses. They are kept apart from
 * the directory, so that a newer directory has them too.
 *
 * @throws ImportError when a code is none; then nothing has changed
 */
async function importCodes(
  store: DirectoryStore,
  category: string,
  { columns, rows }: { readonly columns: CodeColumns; readonly rows: AsyncIterable<TableRow> },
): Promise<string> {
  const report = createImportReport();
  const codes = new Map<string, string>();
  for await (const { line, cells } of rows) {
    const id = cells[columns.id] ?? '';
    const ceeb = cells[columns.ceeb] ?? '';
    if (ceeb === '') report.leave('ceeb is empty');
    else if (id === '') report.refuse(line, 'its id is empty');
    else if (!/^\d{4,6}$/.test(ceeb))
      report.refuse(line, `its code "${ceeb.slice(0, 20)}" must have 4 to 6 digits`);
    else if (codes.has(columns.prefix + id)) report.refuse(line, `its id ${id} is a duplicate`);
    else {
      codes.set(columns.prefix + id, ceeb);
      report.take();
    }
  }
  if (report.refused > 0 || report.taken === 0)
    throw new ImportError(['The crosswalk has faults: nothing was imported.', ...report.lines()].join('\n'));
  await store.replaceCodes(category, codes);
  return [`Imported ${countedRows(report.taken, 'code')} for ${category}.`, ...report.lines()].join('\n');
}
