import { ImportFault } from './import-fault.ts';

/** What a spreadsheet may have put in the place of commas. */
const SEPARATORS = { ';': 'semicolons', '\t': 'tabs', '|': 'bars' } as const;
/** A file that lacks more columns is something else. */
const MOST_MISSING = 2;

/** @throws ImportFault when the first line is one cell because the names are separated by something else */
export function requireCommas(header: readonly string[]): void {
  const [only = '', ...others] = header;
  if (others.length > 0) return;
  const found = Object.entries(SEPARATORS).find(([separator]) => only.includes(separator));
  if (found)
    throw new ImportFault(
      `The names in the first line of the file are separated by ${found[1]}, not by commas. Save the file with commas (CSV).`,
    );
}

/** A known file, and the names that the header lacks of it. */
export type HeaderComparison = {
  readonly source: string;
  readonly names: readonly string[];
  readonly missing: readonly string[];
};

/** Why a header is of none of the known files: what it lacks of the nearest one, or that it is something else. */
export function unknownHeader(
  header: readonly string[],
  comparisons: readonly HeaderComparison[],
): ImportFault {
  const cure = 'Describe the columns in a mapping file (--map).';
  const nearest = comparisons
    .filter(({ names, missing }) => missing.length <= MOST_MISSING && missing.length < names.length / 2)
    .toSorted((one, other) => one.missing.length - other.missing.length)[0];
  if (nearest === undefined)
    return new ImportFault(
      `None of the official files has these columns: ${header.slice(0, 12).join(', ')}. ${cure}`,
    );
  const { source, missing } = nearest;
  const names = missing.map((name) => `"${name}"`).join(' and ');
  return new ImportFault(
    `The file looks like the directory "${source}", but has no ${missing.length === 1 ? 'column' : 'columns'} ${names}. ${cure}`,
  );
}
