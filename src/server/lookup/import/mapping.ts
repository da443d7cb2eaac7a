import { memberOf } from '../member-of.ts';
import { ImportError } from './import-report.ts';
import { isSchoolCategory } from '../directory-entry.ts';
import { isRecord } from '#form/definition/own-property.ts';
import { errorsBetween } from '../vocabulary.ts';

/** Which column of a file is what. A name that ends with `*` means the first column that begins so. */
type MappedColumns = {
  readonly id: string;
  readonly name: string;
  readonly city?: string;
  readonly state?: string;
  readonly address_line_1?: string;
  readonly zip?: string;
  readonly country?: string;
  /** Other names, with `|` between them. */
  readonly aliases?: string;
  /** 0 to 9: of two that fit alike, the larger comes first. */
  readonly weight?: string;
};

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

/** Schools that opened or go on, of the states of a school (CCD, SY_STATUS). */
const OPEN = ['1', '3', '4', '5', '8'];
/** Twelfth grade in the survey of private schools. */
const TWELFTH = '17';

const nces = { idPrefix: 'nces' };
const edge = { name: 'NAME', address_line_1: 'STREET', city: 'CITY', state: 'STATE', zip: 'ZIP' };
const own = { name: 'name', address_line_1: 'address_line_1', city: 'city', state: 'state', zip: 'zip' };

/** The official files, by the header names that each of them has; the first that fits is taken. */
const officialMappings: readonly ColumnMapping[] = [
  {
    source: 'nces-public',
    ...nces,
    columns: {
      id: 'NCESSCH',
      name: 'SCH_NAME',
      address_line_1: 'LSTREET1',
      city: 'LCITY',
      state: 'LSTATE',
      zip: 'LZIP',
    },
    keep: { SY_STATUS: OPEN, G_12_OFFERED: ['Yes'] },
  },
  {
    source: 'nces-private',
    ...nces,
    columns: {
      id: 'PPIN',
      name: 'PINST',
      address_line_1: 'PADDRS',
      city: 'PCITY',
      state: 'PSTABB',
      zip: 'PZIP',
    },
    keep: { 'HIGR*': [TWELFTH] },
  },
  {
    source: 'ipeds',
    idPrefix: 'ipeds',
    columns: {
      id: 'UNITID',
      name: 'INSTNM',
      aliases: 'IALIAS',
      address_line_1: 'ADDR',
      city: 'CITY',
      state: 'STABBR',
      zip: 'ZIP',
      weight: 'INSTSIZE',
    },
    keep: { CYACTIVE: ['1'], DEGGRANT: ['1'] },
  },
  { source: 'nces-public', ...nces, columns: { id: 'NCESSCH', ...edge } },
  { source: 'nces-private', ...nces, columns: { id: 'PPIN', ...edge } },
  { source: 'list', ...nces, columns: { id: 'nces_id', ...own } },
  { source: 'list', idPrefix: 'ipeds', columns: { id: 'unitid', ...own } },
];

/** The position of a column; undefined when the header has none of that name. */
export function columnOf(header: readonly string[], name: string): number | undefined {
  const position = name.endsWith('*')
    ? header.findIndex((column) => column.startsWith(name.slice(0, -1)))
    : header.indexOf(name);
  return position < 0 ? undefined : position;
}

/**
 * The mapping of an official file, recognised by its header.
 *
 * @throws ImportError when no official file has such a header
 */
export function recogniseMapping(header: readonly string[]): ColumnMapping {
  const comparisons = officialMappings.map((mapping) => {
    const names = [...Object.values(mapping.columns), ...Object.keys(mapping.keep ?? {})];
    const missing = names.filter((name) => columnOf(header, name) === undefined);
    return { mapping, source: mapping.source, names, missing };
  });
  const found = comparisons.find(({ missing }) => missing.length === 0);
  if (found) return found.mapping;
  throw unknownHeader(header, comparisons);
}

/** All columns that a directory may have. */
const COLUMNS = [
  'id',
  'name',
  'city',
  'state',
  'address_line_1',
  'zip',
  'country',
  'aliases',
  'weight',
] as const;

type Column = (typeof COLUMNS)[number];

/** What a directory of a category must have: of schools the place too, which distinguishes those of one name. */
export function neededColumns(category: string): readonly Column[] {
  return isSchoolCategory(category) ? ['id', 'name', 'city', 'state'] : ['id', 'name'];
}

type MappingRules = {
  /** The file it is in, for the message. */
  readonly where?: string;
  /** The columns that it must have. */
  readonly needed: readonly Column[];
};

/**
 * The border where what an operator wrote becomes a mapping.
 *
 * @throws ImportError that names what is missing, or what is not a key of a mapping
 */
export function readMapping(value: unknown, { where = 'The mapping', needed }: MappingRules): ColumnMapping {
  requireKnownKeys({ place: 'a mapping', where }, value, ['source', 'idPrefix', 'columns', 'keep']);
  const source = textMember(value, 'source');
  const idPrefix = textMember(value, 'idPrefix');
  if (!/^[a-z0-9-]{1,30}$/.test(source) || !/^[a-z0-9-]{1,30}$/.test(idPrefix)) {
    throw new ImportError(
      '"source" and "idPrefix" of a mapping may hold only small letters, digits and hyphens.',
    );
  }
  const columns = objectMember(value, 'columns');
  const place = '"columns" in a mapping';
  requireKnownKeys({ place, where }, columns, COLUMNS);
  const keep = memberOf(value, 'keep') === undefined ? {} : objectMember(value, 'keep');
  const others = COLUMNS.filter((name) => needed.includes(name) || memberOf(columns, name) !== undefined);
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
 * A key that is misspelled would be passed over without a word, and the import would be another than the one meant.
 *
 * @param place what has the keys, as the sentence says it: "a mapping"
 * @param where the file, or whatever the sentence begins with
 * @throws ImportError that names the key, the one that may be meant, and all there are
 */
function requireKnownKeys(
  { place, where }: { readonly place: string; readonly where: string },
  value: unknown,
  known: readonly string[],
): void {
  const keys = isRecord(value) ? Object.keys(value) : [];
  const unknown = keys.find((key) => !known.includes(key));
  if (unknown === undefined) return;
  const meant = nearestKey(unknown, known);
  const question = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  throw new ImportError(
    `${where}: "${unknown}" is not a key of ${place}.${question} Its keys are ${known.join(', ')}.`,
  );
}

/** At most a third of the letters may be wrong. */
function nearestKey(word: string, known: readonly string[]): string | undefined {
  const most = Math.max(1, Math.floor(word.length / 3));
  const ranked = known
    .map((name) => ({ name, errors: errorsBetween(word.toLowerCase(), name.toLowerCase(), most) }))
    .filter(({ errors }) => errors <= most)
    .toSorted((one, other) => one.errors - other.errors);
  return ranked[0]?.name;
}

/** What a spreadsheet may have put in the place of commas. */
const SEPARATORS = { ';': 'semicolons', '\t': 'tabs', '|': 'bars' } as const;
/** A file that lacks more columns is something else. */
const MOST_MISSING = 2;

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

/** A known file, and the names that the header lacks of it. */
type HeaderComparison = {
  readonly source: string;
  readonly names: readonly string[];
  readonly missing: readonly string[];
};

/** Why a header is of none of the known files: what it lacks of the nearest one, or that it is something else. */
function unknownHeader(header: readonly string[], comparisons: readonly HeaderComparison[]): ImportError {
  const cure = 'Describe the columns in a mapping file (--map).';
  const nearest = comparisons
    .filter(({ names, missing }) => missing.length <= MOST_MISSING && missing.length < names.length / 2)
    .toSorted((one, other) => one.missing.length - other.missing.length)[0];
  if (nearest === undefined)
    return new ImportError(
      `None of the official files has these columns: ${header.slice(0, 12).join(', ')}. ${cure}`,
    );
  const { source, missing } = nearest;
  const names = missing.map((name) => `"${name}"`).join(' and ');
  return new ImportError(
    `The file looks like the directory "${source}", but has no ${missing.length === 1 ? 'column' : 'columns'} ${names}. ${cure}`,
  );
}
