import type { DirectoryEntry } from '../directory-entry.ts';
import { STATE_NAMES } from '../school-words.ts';
import { columnOf, type ColumnMapping } from './mapping.ts';
import { OperationError } from '#server/http/operation-error.ts';

/** Result of reading a row. */
type ReadRow =
  | { readonly kind: 'taken'; readonly entry: DirectoryEntry }
  /** Skipped by the mapping, e.g. because the school is closed. */
  | { readonly kind: 'left'; readonly why: string }
  /** Refused because of an error. */
  | { readonly kind: 'refused'; readonly why: string };

const LONGEST = { id: 60, name: 150, aliases: 2000, address_line_1: 150, city: 60 };
/** "Not applicable" in the official files. */
const NOT_APPLICABLE = new Set(['-1', '-2']);
const HOME = 'USA';
const MOST_WEIGHT = 9;

/**
 * Creates a reader of rows.
 * @param isInCapitals converts names in capitals
 * @throws OperationError if a column is missing
 */
export function createEntryReader(
  header: readonly string[],
  mapping: ColumnMapping,
  isInCapitals = false,
): (cells: readonly string[]) => ReadRow {
  const positions = new Map(
    Object.entries(mapping.columns).map(([name, column]) => [name, requireColumn(header, column)]),
  );
  const kept = Object.entries(mapping.keep ?? {}).map(([column, values]) => {
    const position = requireColumn(header, column);
    return { position, name: header[position] ?? column, values: new Set(values) };
  });
  return (cells) => {
    if (cells.length !== header.length)
      return refusedRow(`it has ${cells.length} cells, and the header has ${header.length}`);
    const left = kept.find(({ position, values }) => !values.has(cells[position] ?? ''));
    if (left) return { kind: 'left', why: `${left.name} is "${(cells[left.position] ?? '').slice(0, 40)}"` };
    const cell = (name: string): string => {
      const text = cells[positions.get(name) ?? -1] ?? '';
      return NOT_APPLICABLE.has(text) ? '' : text.replaceAll(/\s{2,}/g, name === 'aliases' ? '  ' : ' ');
    };
    return readEntry(cell, mapping, isInCapitals ? titleCase : (name) => name);
  };
}

function requireColumn(header: readonly string[], name: string): number {
  const position = columnOf(header, name);
  if (position === undefined) throw new OperationError(`The file has no column "${name}".`);
  return position;
}

function readEntry(
  cell: (name: string) => string,
  { idPrefix, columns }: ColumnMapping,
  spelled: (name: string) => string,
): ReadRow {
  const needed = ['id', 'name', ...(columns.city === undefined ? [] : ['city'])];
  for (const name of needed) if (cell(name) === '') return refusedRow(`its ${name} is empty`);
  for (const [name, most] of Object.entries(LONGEST)) {
    if (cell(name).length > most) return refusedRow(`its ${name} is longer than ${most} characters`);
  }
  // Without a state there is no default country.
  const country = cell('country').toUpperCase() || (columns.state === undefined ? '' : HOME);
  if (country !== '' && !/^[A-Z]{3}$/.test(country))
    return refusedRow(`its country "${country}" is not a code of three letters`);
  const state = cell('state').toUpperCase();
  if (columns.state !== undefined && country === HOME && !Object.hasOwn(STATE_NAMES, state))
    return refusedRow(`its state "${state}" is not known`);
  return {
    kind: 'taken',
    entry: {
      id: `${idPrefix}:${cell('id')}`,
      name: spelled(cell('name')),
      aliases: cell('aliases'),
      address_line_1: spelled(cell('address_line_1')),
      city: spelled(cell('city')),
      state,
      zip: country === HOME ? homeZip(cell('zip')) : cell('zip'),
      country,
      weight: Math.min(Math.max(Math.trunc(Number(cell('weight'))) || 0, 0), MOST_WEIGHT),
    },
  };
}

/** Returns five digits, restoring zeros dropped by spreadsheets, or ZIP+4. */
function homeZip(text: string): string {
  const digits = text.replaceAll(/\D/g, '');
  if (digits.length === 9) return `${digits.slice(0, 5)}-${digits.slice(5)}`;
  return digits.length >= 3 && digits.length <= 5 ? digits.padStart(5, '0') : '';
}

function refusedRow(why: string): ReadRow {
  return { kind: 'refused', why };
}

/** Lower case inside names. */
const SMALL = new Set('of the and for at in on a to by de del y'.split(' '));
/** Upper case, as initials. */
const INITIALS = new Set(
  `II III IV NE NW SE SW PO US USA JFK MLK KIPP STEM STEAM YMCA YWCA HS JH JHS SHS PS IS MS CC ROTC ISD LDS
    BOCES DSST HSA`.split(/\s+/),
);

/** Converts a name in capitals to title case: `St. Mary's High School` for `ST. MARY'S HIGH SCHOOL`. */
export function titleCase(name: string): string {
  if (/\p{Ll}/u.test(name)) return name;
  let isFirst = true;
  return name.replaceAll(/[\p{L}\p{N}'’]+/gu, (word, offset: number) => {
    const isInner = !isFirst && name[offset - 1] === ' ';
    isFirst = false;
    return titleWord(word, isInner);
  });
}

function titleWord(word: string, isInner: boolean): string {
  const small = word.toLowerCase();
  if (isInner && SMALL.has(small)) return small;
  // "H S", "J F K": single letters are initials.
  if (INITIALS.has(word) || word.length === 1) return word;
  if (/^\d/.test(word)) return small;
  const capital = small.charAt(0).toUpperCase() + small.slice(1);
  return capital
    .replace(/^(Mc|O['’])(\p{L})/u, (_all, start: string, letter: string) => start + letter.toUpperCase())
    .replace(/^D['’]\p{L}/u, (start) => start.toUpperCase());
}
