import { counted, withCommas } from '#form/summary/counted.ts';
import type { DirectoryEntry } from '../directory-entry.ts';
import type { DirectoryStore } from '../directory-store.ts';
import {
  type ColumnMapping,
  DIRECTORIES,
  type Directories,
  type Directory,
  recogniseMapping,
  requireCommas,
} from './mapping.ts';
import { OperationError, printable } from '#server/http/operation-error.ts';
import { batchesOf } from '#server/http/batches.ts';
import { openSpreadsheet, type TableRow } from './open-spreadsheet.ts';
import { createEntryReader } from './read-entry.ts';

export type ImportRequest = {
  readonly category: string;
  /** CSV (also gzip or zip), or an Excel workbook. */
  readonly file: string;
  /** Default: the file of the directory with this header. */
  readonly mapping?: ColumnMapping | undefined;
};

type ImportServices = {
  readonly store: DirectoryStore;
  readonly now: Date;
  /** Default: those of the form. */
  readonly described?: Directories | undefined;
  /** Called every few thousand rows with the number of rows read. */
  readonly onProgress?: ((rows: number) => void) | undefined;
};

const BATCH = 1000;
const PROGRESS = 10_000;
/** A larger share of wrong rows indicates the wrong file or mapping. */
const MOST_REFUSED = 0.1;

/**
 * Imports a file as a category's directory or codes, all or nothing.
 * @returns a report for the operator
 * @throws OperationError with a sentence; then nothing has changed
 */
export async function importDirectory(parts: ImportServices, request: ImportRequest): Promise<string> {
  const rows = await openSpreadsheet(request.file);
  const first = await rows.next();
  if (first.done) throw new OperationError(`${request.file} is empty.`);
  const header = first.value.cells;
  requireCommas(header);
  const described = parts.described ?? DIRECTORIES;
  const directory = described[request.category];
  const codes = request.mapping === undefined ? codeColumns(header, directory) : undefined;
  if (codes) return importCodes(parts.store, request.category, codes, rows);
  const mapping = request.mapping ?? recogniseMapping(header, request.category, described);

  const report = createImportReport();
  const before = await parts.store.listSources(request.category);
  const earlier = before.find(({ source }) => source === mapping.source)?.entries ?? 0;
  let taken = 0;
  const key = await parts.store.beginImport(request.category, mapping.source);
  const read = createEntryReader(header, mapping, directory?.titleCase);
  for await (const batch of batchesOf(takenEntries({ parts, report }, rows, read), BATCH)) {
    await parts.store.addEntries(key, batch);
    taken += batch.length;
  }
  requireMostTaken(taken, report);
  await parts.store.publish(key, parts.now);
  const what = counted(taken, directory?.entry ?? 'record');
  const instead = earlier > 0 ? `, in place of ${withCommas(earlier)}` : '';
  const done = `Imported ${what} into ${request.category} as "${mapping.source}"${instead}.`;
  const lines = [done, ...report.lines()];
  await parts.store.removeReplaced(key).catch(() => lines.push(NOT_CLEAN));
  return printable(lines.join('\n'));
}

/** The import has succeeded; undoing it would delete entries in use. */
const NOT_CLEAN =
  '  The replaced entries are not used any more, but could not be deleted. The next import deletes them.';

type Reading = { readonly parts: ImportServices; readonly report: ImportReport };

/** Yields the entries to import, and reports the others. */
async function* takenEntries(
  { parts, report }: Reading,
  rows: AsyncIterable<TableRow>,
  read: ReturnType<typeof createEntryReader>,
): AsyncGenerator<DirectoryEntry> {
  const ids = new Set<string>();
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
      yield row.entry;
    }
  }
}

function requireMostTaken(taken: number, report: ImportReport): void {
  const refused = report.refusedCount();
  if (taken > 0 && refused <= (taken + refused) * MOST_REFUSED) return;
  const what = taken === 0 ? 'No row could be imported' : 'Too many rows are wrong';
  throw new OperationError([`${what}: nothing was imported.`, ...report.lines()].join('\n'));
}

/** Finds the ID and code columns of a crosswalk; undefined for other headers. */
function codeColumns(header: readonly string[], directory?: Directory) {
  const names = header.map((name) => name.toLowerCase());
  const prefixes = new Map(
    directory?.files.map(({ columns, idPrefix }) => [columns.id.toLowerCase(), `${idPrefix}:`]),
  ).set('id', '');
  const ceeb = names.indexOf('ceeb');
  const id = names.findIndex((name) => prefixes.has(name));
  if (ceeb < 0 || id < 0 || names.includes('name')) return undefined;
  return { id, ceeb, prefix: prefixes.get(names[id] ?? '') ?? '' };
}

/**
 * Replaces a category's codes with a licensed crosswalk; they also apply to newer directories.
 * @throws OperationError for a wrong code
 */
async function importCodes(
  store: DirectoryStore,
  category: string,
  columns: NonNullable<ReturnType<typeof codeColumns>>,
  rows: AsyncIterable<TableRow>,
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
    else codes.set(columns.prefix + id, ceeb);
  }
  if (report.refusedCount() > 0 || codes.size === 0)
    throw new OperationError(
      ['The crosswalk has faults: nothing was imported.', ...report.lines()].join('\n'),
    );
  await store.replaceCodes(category, codes);
  return [`Imported ${counted(codes.size, 'code')} for ${category}.`, ...report.lines()].join('\n');
}

const SHOWN = 20;

type ImportReport = ReturnType<typeof createImportReport>;

/** Collects rows that were not imported unchanged. */
function createImportReport() {
  const refused: string[] = [];
  const left = new Map<string, number>();
  return {
    refusedCount: () => refused.length,
    leave(why: string) {
      left.set(why, (left.get(why) ?? 0) + 1);
    },
    refuse(line: number, why: string) {
      refused.push(`    line ${line}: ${why}`);
    },
    /** Returns lines for the operator. */
    lines: (): readonly string[] => [
      ...Array.from(left, ([why, count]) => `  left out, ${why}: ${withCommas(count)}`),
      ...(refused.length > 0 ? [`  refused: ${withCommas(refused.length)}`] : []),
      ...refused.slice(0, SHOWN),
      ...(refused.length > SHOWN ? [`    and ${withCommas(refused.length - SHOWN)} more`] : []),
    ],
  };
}
