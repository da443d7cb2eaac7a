import { ImportFault } from './import-fault.ts';

/** `line` is the line of the file, counted from 1, on which the row begins. */
export type CsvRow = { readonly line: number; readonly cells: readonly string[] };

const QUOTE = '"';
/** A row that never ends is a quote that was never closed. */
const LONGEST_ROW = 1024 * 1024;
/** No text has a zero byte, but UTF-16, pictures and the older workbooks have. */
const NO_TEXT =
  'The file is neither text in UTF-8 nor an Excel workbook (.xlsx). Nothing was imported. Save it as CSV in UTF-8.';

/**
 * The rows of a CSV file (RFC 4180: commas, quotes doubled inside quotes, any line ending), one after the other.
 * Empty lines are left out.
 *
 * @throws ImportFault when a quote is not closed, or when it is no text
 */
export async function* csvRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<CsvRow> {
  let rest = '';
  let line = 1;
  for await (const chunk of chunks) {
    if (chunk.includes(0)) throw new ImportFault(NO_TEXT);
    rest += chunk.toString('latin1');
    const { rows, consumed, lines } = takeRows(rest, line, false);
    yield* rows;
    rest = rest.slice(consumed);
    line = lines;
    if (rest.length > LONGEST_ROW) throw unclosedQuoteFault(line);
  }
  const { rows, consumed } = takeRows(rest, line, true);
  yield* rows;
  if (consumed < rest.length) throw unclosedQuoteFault(line);
}

function unclosedQuoteFault(line: number): ImportFault {
  return new ImportFault(`Line ${line} opens a quote that is never closed; nothing was imported.`);
}

type Taken = { readonly rows: readonly CsvRow[]; readonly consumed: number; readonly lines: number };

/** The rows of a text that are complete; at the end of the file the last one needs no line ending. */
function takeRows(text: string, firstLine: number, isEnd: boolean): Taken {
  const rows: CsvRow[] = [];
  let consumed = 0;
  let line = firstLine;
  while (consumed < text.length) {
    const end = endOfRow(text, consumed);
    if (end === undefined || (end === text.length && !isEnd)) break;
    const raw = text.slice(consumed, end);
    const cells = raw.includes(QUOTE) ? quotedCells(raw) : raw.split(',').map(decodedCell);
    if (raw.trim() !== '') rows.push({ line, cells });
    line += linesIn(raw) + 1;
    // "\r\n" is one ending. Split by the border of a chunk, its second half is an empty line, which is not counted.
    consumed = end + 1;
  }
  return { rows, consumed, lines: line };
}

/** Where the row ends: at its line feed, or at the end of the text; undefined inside of quotes. */
function endOfRow(text: string, start: number): number | undefined {
  let at = start;
  for (;;) {
    const feed = text.indexOf('\n', at);
    const quote = text.indexOf(QUOTE, at);
    const end = feed < 0 ? text.length : feed;
    if (quote < 0 || quote > end) return end;
    const closing = text.indexOf(QUOTE, quote + 1);
    if (closing < 0) return undefined;
    at = closing + 1;
  }
}

function quotedCells(row: string): string[] {
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    const end = endOfCell(row, at);
    const raw = row.slice(at, end).trim();
    const isQuoted = raw.startsWith(QUOTE) && raw.endsWith(QUOTE) && raw.length > 1;
    cells.push(decodedCell(isQuoted ? raw.slice(1, -1).replaceAll('""', QUOTE) : raw));
    if (end === row.length) return cells;
    at = end + 1;
  }
}

function endOfCell(row: string, start: number): number {
  let isOpen = false;
  for (let at = start; at < row.length; at += 1) {
    if (row[at] === QUOTE) isOpen = !isOpen;
    else if (row[at] === ',' && !isOpen) return at;
  }
  return row.length;
}

function linesIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true });
const WINDOWS = new TextDecoder('windows-1252');

/** The official files are in UTF-8 or in the older Windows letters, some in both: each cell is read by itself. */
function decodedCell(cell: string): string {
  const trimmed = cell.trim();
  if (!/[\u0080-\u00FF]/.test(trimmed)) return trimmed;
  const bytes = Buffer.from(trimmed, 'latin1');
  try {
    return UTF_8.decode(bytes).trim();
  } catch {
    return WINDOWS.decode(bytes).trim();
  }
}
