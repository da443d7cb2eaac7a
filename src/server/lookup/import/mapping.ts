import { isRecord, memberOf } from '#form/definition/own-property.ts';
import { isSchoolCategory } from '../directory-entry.ts';
import { errorsBetween } from '../vocabulary.ts';
import { ImportError } from './import-report.ts';

const NEEDED = ['id', 'name'] as const;
/** Aliases have `|` between them. Weights are 0 to 9: of two entries that fit alike, the larger comes first. */
const OPTIONAL = ['city', 'state', 'address_line_1', 'zip', 'country', 'aliases', 'weight'] as const;
const COLUMNS = [...NEEDED, ...OPTIONAL];

/** Which column of a file is what. A name that ends with `*` means the first column that begins so. */
type MappedColumns = Readonly<
  Record<(typeof NEEDED)[number], string> & Partial<Record<(typeof OPTIONAL)[number], string>>
>;

/** How a file is read: the official ones by {@link officialMappings}, any other by a file that the operator writes. */
export type ColumnMapping = {
  /** Name of the directory; a later import of the same name replaces it. */
  readonly source: string;
  /** Prefixed to each id, so that those of two directories differ. */
  readonly idPrefix: string;
  readonly columns: MappedColumns;
  /** Column → the values of rows that are taken; all others are left out. */
  readonly keep?: Readonly<Record<string, readonly string[]>>;
};

function columnsNamed(names: string): MappedColumns {
  const [id = '', name = '', address_line_1 = '', city = '', state = '', zip = ''] = names.split(' ');
  return { id, name, address_line_1, city, state, zip };
}

/** Schools that opened or go on, of the states of a school (CCD, SY_STATUS). */
const OPEN = ['1', '3', '4', '5', '8'];
/** Twelfth grade in the survey of private schools. */
const TWELFTH = '17';

const nces = { idPrefix: 'nces' };
const edge = 'NAME STREET CITY STATE ZIP';
const own = 'name address_line_1 city state zip';

/** The official files, by the header names that each of them has; the first that fits is taken. */
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

/** The position of a column; undefined when the header has none of that name. */
export function columnOf(header: readonly string[], name: string): number | undefined {
  const position = name.endsWith('*')
    ? header.findIndex((column) => column.startsWith(name.slice(0, -1)))
    : header.indexOf(name);
  return position < 0 ? undefined : position;
}

/** A file that lacks more columns is something else. */
const MOST_MISSING = 2;

/** The mapping of an official file, recognised by its header. @throws ImportError when no official file has it */
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
 * Reads what an operator wrote as a mapping.
 * @param where the file, for the message
 * @throws ImportError with what is wrong
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
 * Refuses misspelled keys, which would change the import silently.
 * @throws ImportError that names the likely key, and all
 */
function requireKnownKeys(
  { place, where }: { readonly place: string; readonly where: string },
  value: unknown,
  known: readonly string[],
): void {
  const unknown = Object.keys(isRecord(value) ? value : {}).find((key) => !known.includes(key));
  if (unknown === undefined) return;
  // At most a third of the letters may be wrong.
  const most = Math.max(1, Math.floor(unknown.length / 3));
  const meant = known.find((name) => errorsBetween(unknown.toLowerCase(), name.toLowerCase(), most) <= most);
  const question = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  throw new ImportError(
    `${where}: "${unknown}" is not a key of ${place}.${question} Its keys are ${known.join(', ')}.`,
  );
}

/** What a spreadsheet may have put in the place of commas. */
const SEPARATORS = { ';': 'semicolons', '\t': 'tabs', '|': 'bars' } as const;

/** @throws ImportError when the first line is one cell because the names are separated by something else */
export function requireCommas(header: readonly string[]): void {
  const [only = '', ...others] = header;
  if (others.length > 0) return;
  const found = Object.entries(SEPARATORS).find(([separator]) => only.includes(separator));
  if (found)
    throw new ImportError(
      `The names in the first line of the file are separated by ${found[1]}, not by commas. Save the file with commas (CSV).`,
    );
}
