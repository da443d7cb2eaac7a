import { isRecord, memberOf } from '#form/definition/own-property.ts';
import { isSchoolCategory } from '../directory-entry.ts';
import { errorsBetween } from '../vocabulary.ts';
import { ImportError } from './import-report.ts';

const NEEDED = ['id', 'name'] as const;
/** Aliases are separated by `|`. Weights are 0 to 9: larger ones are listed first among equal matches. */
const OPTIONAL = ['city', 'state', 'address_line_1', 'zip', 'country', 'aliases', 'weight'] as const;
const COLUMNS = [...NEEDED, ...OPTIONAL];

/** Column names of a file. A final `*` matches the first column with that prefix. */
type MappedColumns = Readonly<
  Record<(typeof NEEDED)[number], string> & Partial<Record<(typeof OPTIONAL)[number], string>>
>;

/** How to read a file. Official ones by {@link officialMappings}, others by a file from the operator. */
export type ColumnMapping = {
  /** Name of the directory; a later import with the same name replaces it. */
  readonly source: string;
  /** Prefix of each ID, so that those of two directories differ. */
  readonly idPrefix: string;
  readonly columns: MappedColumns;
  /** Column → values of rows to import; others are skipped. */
  readonly keep?: Readonly<Record<string, readonly string[]>>;
};

function columnsNamed(names: string): MappedColumns {
  const [id = '', name = '', address_line_1 = '', city = '', state = '', zip = ''] = names.split(' ');
  return { id, name, address_line_1, city, state, zip };
}

/** Statuses of open schools (CCD, SY_STATUS). */
const OPEN = ['1', '3', '4', '5', '8'];
/** Twelfth grade in the private school survey. */
const TWELFTH = '17';

const nces = { idPrefix: 'nces' };
const edge = 'NAME STREET CITY STATE ZIP';
const own = 'name address_line_1 city state zip';

/** Official files by their column names; the first match is used. */
const officialMappings: readonly ColumnMapping[] = [
  {
    source: 'nces-public',
    ...nces,
    columns: columnsNamed('NCESSCH SCH_NAME LSTREET1 LCITY LSTATE LZIP'),
    keep: { SY_STATUS: OPEN, G_12_OFFERED: ['Yes'] },
  },
  {
    source: 'nces-private',
    ...nces,
    columns: columnsNamed('PPIN PINST PADDRS PCITY PSTABB PZIP'),
    keep: { 'HIGR*': [TWELFTH] },
  },
  {
    source: 'ipeds',
    idPrefix: 'ipeds',
    columns: {
      ...columnsNamed('UNITID INSTNM ADDR CITY STABBR ZIP'),
      aliases: 'IALIAS',
      weight: 'INSTSIZE',
    },
    keep: { CYACTIVE: ['1'], DEGGRANT: ['1'] },
  },
  { source: 'nces-public', ...nces, columns: columnsNamed(`NCESSCH ${edge}`) },
  { source: 'nces-private', ...nces, columns: columnsNamed(`PPIN ${edge}`) },
  { source: 'list', ...nces, columns: columnsNamed(`nces_id ${own}`) },
  { source: 'list', idPrefix: 'ipeds', columns: columnsNamed(`unitid ${own}`) },
];

/** Returns the position of a column; undefined if the header lacks it. */
export function columnOf(header: readonly string[], name: string): number | undefined {
  const position = name.endsWith('*')
    ? header.findIndex((column) => column.startsWith(name.slice(0, -1)))
    : header.indexOf(name);
  return position < 0 ? undefined : position;
}

/** A file that lacks more columns is not an official one. */
const MOST_MISSING = 2;

/** Detects an official file's mapping by its header. @throws ImportError if none matches */
export function recogniseMapping(header: readonly string[]): ColumnMapping {
  const [nearest] = officialMappings
    .map((mapping) => {
      const names = [...Object.values(mapping.columns), ...Object.keys(mapping.keep ?? {})];
      const missing = names.filter((name) => columnOf(header, name) === undefined);
      return { mapping, names, missing };
    })
    .filter(({ names, missing }) => missing.length <= MOST_MISSING && missing.length < names.length / 2)
    .toSorted((one, other) => one.missing.length - other.missing.length);
  const cure = 'Describe the columns in a mapping file (--map).';
  if (nearest === undefined)
    throw new ImportError(
      `None of the official files has these columns: ${header.slice(0, 12).join(', ')}. ${cure}`,
    );
  const { mapping, missing } = nearest;
  if (missing.length === 0) return mapping;
  const names = missing.map((name) => `"${name}"`).join(' and ');
  throw new ImportError(
    `The file looks like the directory "${mapping.source}", but has no ${missing.length === 1 ? 'column' : 'columns'} ${names}. ${cure}`,
  );
}

/**
 * Parses an operator's mapping.
 * @param where the file, for messages
 * @throws ImportError that names the error
 */
export function readMapping(value: unknown, category: string, where = 'The mapping'): ColumnMapping {
  requireKnownKeys({ place: 'a mapping', where }, value, ['source', 'idPrefix', 'columns', 'keep']);
  const [source, idPrefix] = [textMember(value, 'source'), textMember(value, 'idPrefix')];
  if (![source, idPrefix].every((name) => /^[a-z0-9-]{1,30}$/.test(name))) {
    throw new ImportError(
      '"source" and "idPrefix" of a mapping may hold only small letters, digits and hyphens.',
    );
  }
  const columns = objectMember(value, 'columns');
  requireKnownKeys({ place: '"columns" in a mapping', where }, columns, COLUMNS);
  const needed: readonly string[] = isSchoolCategory(category) ? [...NEEDED, 'city', 'state'] : NEEDED;
  const others = OPTIONAL.filter((name) => needed.includes(name) || memberOf(columns, name) !== undefined);
  const keep = memberOf(value, 'keep') === undefined ? {} : objectMember(value, 'keep');
  return {
    source,
    idPrefix,
    columns: {
      id: textMember(columns, 'id'),
      name: textMember(columns, 'name'),
      ...Object.fromEntries(others.map((name) => [name, textMember(columns, name)])),
    },
    keep: Object.fromEntries(Object.entries(keep).map(([name, values]) => [name, textsOf(name, values)])),
  };
}

function textMember(value: unknown, name: string): string {
  const text = memberOf(value, name);
  if (typeof text === 'string' && text !== '') return text;
  throw new ImportError(`The mapping needs "${name}" with a text.`);
}

function objectMember(value: unknown, name: string): object {
  const object = memberOf(value, name);
  if (isRecord(object)) return object;
  throw new ImportError(`The mapping needs "${name}" with an object in braces.`);
}

function textsOf(name: string, values: unknown): readonly string[] {
  if (Array.isArray(values) && values.every((each) => typeof each === 'string')) return values;
  throw new ImportError(`"keep" of the mapping needs a list of texts for "${name}".`);
}

/**
 * Refuses misspelled keys, which would silently change the import.
 * @throws ImportError that names the likely key, and all valid ones
 */
function requireKnownKeys(
  { place, where }: { readonly place: string; readonly where: string },
  value: unknown,
  known: readonly string[],
): void {
  const unknown = Object.keys(isRecord(value) ? value : {}).find((key) => !known.includes(key));
  if (unknown === undefined) return;
  // At most a third of the letters can be wrong.
  const most = Math.max(1, Math.floor(unknown.length / 3));
  const meant = known.find((name) => errorsBetween(unknown.toLowerCase(), name.toLowerCase(), most) <= most);
  const question = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  throw new ImportError(
    `${where}: "${unknown}" is not a key of ${place}.${question} Its keys are ${known.join(', ')}.`,
  );
}

/** Separators that spreadsheets use instead of commas. */
const SEPARATORS = { ';': 'semicolons', '\t': 'tabs', '|': 'bars' } as const;

/** @throws ImportError if the header is one cell because of another separator */
export function requireCommas(header: readonly string[]): void {
  const [only = '', ...others] = header;
  if (others.length > 0) return;
  const found = Object.entries(SEPARATORS).find(([separator]) => only.includes(separator));
  if (found)
    throw new ImportError(
      `The names in the first line of the file are separated by ${found[1]}, not by commas. Save the file with commas (CSV).`,
    );
}
