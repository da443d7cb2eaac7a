import { isRecord, memberOf } from '#form/definition/own-property.ts';
import { directories } from '#generated/directories.ts';
import type { DirectoryEntry } from '../directory-entry.ts';
import { OperationError } from '#server/http/operation-error.ts';

const NEEDED = ['id', 'name'] as const;
/** Aliases are separated by `|`. Weights are 0 to 9: larger ones are listed first among equal matches. */
const OPTIONAL = ['city', 'state', 'address_line_1', 'zip', 'country', 'aliases', 'weight'] as const;
const COLUMNS = [...NEEDED, ...OPTIONAL];

/** Column names of a file. A final `*` matches the first column with that prefix. */
type MappedColumns = Readonly<
  Record<(typeof NEEDED)[number], string> & Partial<Record<(typeof OPTIONAL)[number], string>>
>;

/** How to read a file: as a directory describes it, or by a file from the operator. */
export type ColumnMapping = {
  /** Name of the directory; a later import with the same name replaces it. */
  readonly source: string;
  /** Prefix of each ID, so that those of two directories differ. */
  readonly idPrefix: string;
  readonly columns: MappedColumns;
  /** Column → values of rows to import; others are skipped. */
  readonly keep?: Readonly<Record<string, readonly string[]>>;
};

/** A directory as its file in schemas/directories describes it. */
export type Directory = {
  /** What reports call an entry. */
  readonly entry: string;
  /** Whether names in capitals are converted to title case. */
  readonly titleCase: boolean;
  /** Files that can be imported, recognized by their columns. */
  readonly files: readonly ColumnMapping[];
  /** Entries until the first import. */
  readonly starter: readonly DirectoryEntry[];
};

/** By category. */
export type Directories = Readonly<Record<string, Directory>>;

/** Directories of the form; docs/behavior.md 3.8. */
export const DIRECTORIES: Directories = directories;

/** Returns the position of a column; undefined if the header lacks it. */
export function columnOf(header: readonly string[], name: string): number | undefined {
  const position = name.endsWith('*')
    ? header.findIndex((column) => column.startsWith(name.slice(0, -1)))
    : header.indexOf(name);
  return position < 0 ? undefined : position;
}

/** A file that lacks more columns is not an official one. */
const MOST_MISSING = 2;

/** Detects the mapping of a file by its header. @throws OperationError if none matches, or one of another category */
export function recogniseMapping(
  header: readonly string[],
  category: string,
  described: Directories,
): ColumnMapping {
  const files = Object.entries(described).flatMap(([owner, directory]) =>
    directory.files.map((mapping) => ({ owner, mapping })),
  );
  const isOwn = ({ owner }: { readonly owner: string }): boolean => owner === category;
  const [nearest] = [...files.filter(isOwn), ...files]
    .map(({ owner, mapping }) => {
      const names = [...Object.values(mapping.columns), ...Object.keys(mapping.keep ?? {})];
      const missing = names.filter((name) => columnOf(header, name) === undefined);
      return { owner, mapping, names, missing };
    })
    .filter(({ names, missing }) => missing.length <= MOST_MISSING && missing.length < names.length / 2)
    .toSorted((one, other) => one.missing.length - other.missing.length);
  const cure = 'Describe the columns in a mapping file (--map).';
  if (nearest === undefined)
    throw new OperationError(
      `No directory has a file with these columns: ${header.slice(0, 12).join(', ')}. ${cure}`,
    );
  const { owner, mapping, missing } = nearest;
  if (missing.length === 0 && owner !== category)
    throw new OperationError(`This file belongs to the category ${owner}, not to ${category}.`);
  if (missing.length === 0) return mapping;
  const names = missing.map((name) => `"${name}"`).join(' and ');
  throw new OperationError(
    `The file looks like the directory "${mapping.source}", but has no ${missing.length === 1 ? 'column' : 'columns'} ${names}. ${cure}`,
  );
}

/**
 * Parses an operator's mapping.
 * @param where the file, for messages
 * @throws OperationError that names the error
 */
export function readMapping(value: unknown, where = 'The mapping'): ColumnMapping {
  requireKnownKeys({ place: 'a mapping', where }, value, ['source', 'idPrefix', 'columns', 'keep']);
  const [source, idPrefix] = [textMember(value, 'source'), textMember(value, 'idPrefix')];
  if (![source, idPrefix].every((name) => /^[a-z0-9-]{1,30}$/.test(name))) {
    throw new OperationError(
      '"source" and "idPrefix" of a mapping may hold only small letters, digits and hyphens.',
    );
  }
  const columns = objectMember(value, 'columns');
  requireKnownKeys({ place: '"columns" in a mapping', where }, columns, COLUMNS);
  const others = OPTIONAL.filter((name) => memberOf(columns, name) !== undefined);
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
  throw new OperationError(`The mapping needs "${name}" with a text.`);
}

function objectMember(value: unknown, name: string): object {
  const object = memberOf(value, name);
  if (isRecord(object)) return object;
  throw new OperationError(`The mapping needs "${name}" with an object in braces.`);
}

function textsOf(name: string, values: unknown): readonly string[] {
  if (Array.isArray(values) && values.every((each) => typeof each === 'string')) return values;
  throw new OperationError(`"keep" of the mapping needs a list of texts for "${name}".`);
}

/**
 * Refuses misspelled keys, which would silently change the import.
 * @throws OperationError that names all valid ones
 */
function requireKnownKeys(
  { place, where }: { readonly place: string; readonly where: string },
  value: unknown,
  known: readonly string[],
): void {
  const unknown = Object.keys(isRecord(value) ? value : {}).find((key) => !known.includes(key));
  if (unknown === undefined) return;
  throw new OperationError(
    `${where}: "${unknown}" is not a key of ${place}. Its keys are ${known.join(', ')}.`,
  );
}

/** Separators that spreadsheets use instead of commas. */
const SEPARATORS = { ';': 'semicolons', '\t': 'tabs', '|': 'bars' } as const;

/** @throws OperationError if the header is one cell because of another separator */
export function requireCommas(header: readonly string[]): void {
  const [only = '', ...others] = header;
  if (others.length > 0) return;
  const found = Object.entries(SEPARATORS).find(([separator]) => only.includes(separator));
  if (found)
    throw new OperationError(
      `The names in the first line of the file are separated by ${found[1]}, not by commas. Save the file with commas (CSV).`,
    );
}
