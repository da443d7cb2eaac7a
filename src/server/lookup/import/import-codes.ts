import type { DirectoryStore } from '../directory-store.ts';
import type { TableRow } from './table-rows.ts';
import { ImportFault } from './import-fault.ts';
import { countedRows, createImportReport } from './import-report.ts';

type CodeColumns = { readonly id: number; readonly ceeb: number; readonly prefix: string };

const ID_COLUMNS: Readonly<Record<string, string>> = { nces_id: 'nces:', unitid: 'ipeds:', id: '' };

/** Where a crosswalk has its ids and codes; undefined when the header is of something else. */
export function codeColumns(header: readonly string[]): CodeColumns | undefined {
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
 * @throws ImportFault when a code is none; then nothing has changed
 */
export async function importCodes(
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
    throw new ImportFault(['The crosswalk has faults: nothing was imported.', ...report.lines()].join('\n'));
  await store.replaceCodes(category, codes);
  return [`Imported ${countedRows(report.taken, 'code')} for ${category}.`, ...report.lines()].join('\n');
}
