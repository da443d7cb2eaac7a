import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Cursor, Fill, Json } from './cursor.ts';
import { ENGINE_SCHEMAS } from './schema-paths.ts';
import { SourceFile } from './source-file.ts';
import { SourceSet } from './source-set.ts';
import { type Translation, lookUpTranslations, textOf } from './translation.ts';

/** Settings and sources read in one language. */
type Reading = { readonly settings: Json; readonly sources: SourceSet };

/** The sources of one partner with its settings. */
export type PartnerSources = Reading & {
  readonly name: string;
  /** The same in each further language it offers. */
  readonly languages: readonly Reading[];
};

/** The pictures next to the partner files, by name. */
export type Pictures = ReadonlyMap<string, Uint8Array>;

export type OpenSchemas = {
  readonly files: ReadonlyMap<string, SourceFile>;
  /** Names of those that the engine provides. */
  readonly lent: readonly string[];
  /** Texts without translation or partner values. */
  readonly plain: SourceSet;
  readonly partners: readonly PartnerSources[];
  readonly pictures: Pictures;
};

const TEXTS = 'texts.json';
const AT_ENGINE = { cwd: ENGINE_SCHEMAS };

const AS_WRITTEN = (text: string) => text;

/** Reads a schemas folder once, with a view for each partner. */
export function openSchemas(folder: string): OpenSchemas {
  const own = loadSources(path.resolve(folder));
  const hasOwnCards = [...own.keys()].some((name) => name.startsWith('accounts/'));
  const lent = [
    ...(own.has(TEXTS) ? [] : [TEXTS]),
    ...(hasOwnCards ? [] : globSync('accounts/*.json', AT_ENGINE)),
  ];
  const files = new Map([...own, ...readFiles(ENGINE_SCHEMAS, lent)]);
  const plain = new SourceSet(files, { fill: AS_WRITTEN });
  const readingOf = (partner: string, translation?: Translation): Reading => {
    const settings = settingsOf(
      new SourceSet(files, { fill: AS_WRITTEN, translation }).cursor(`partners/${partner}.json`),
    );
    return { settings, sources: new SourceSet(files, { fill: partnerFill(settings), partner, translation }) };
  };
  const partners = plain.namesIn('partners').map((name) => {
    const codes = plain.cursor(`partners/${name}.json`)?.at('languages')?.texts() ?? [];
    const translations = codes.flatMap((code) => readTranslation(plain, code) ?? []);
    return { name, ...readingOf(name), languages: translations.map((each) => readingOf(name, each)) };
  });
  return { files, lent, plain, partners, pictures: loadPictures(path.resolve(folder, 'partners')) };
}

function settingsOf(partner: Cursor | undefined): Json {
  const members = [...(partner?.members() ?? [])].filter(([name]) => name !== '$schema');
  return Object.fromEntries(members.map(([name, value]) => [name, value.json()]));
}

/** Reads every JSON file below the folder except `meta/` and dotfolders, by name, sorted. */
function loadSources(folder: string): ReadonlyMap<string, SourceFile> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json') && !name.startsWith('meta/') && !name.startsWith('.'))
    .toSorted();
  return readFiles(folder, names);
}

function loadPictures(folder: string): Pictures {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => /\.(?:svg|png)$/.test(name)) : [];
  return new Map(names.map((name) => [name, readFileSync(path.join(folder, name))]));
}

function readFiles(folder: string, names: readonly string[]): ReadonlyMap<string, SourceFile> {
  const there = names.filter((name) => existsSync(path.join(folder, name)));
  return new Map(there.map((name) => [name, new SourceFile(name, readFileSync(path.join(folder, name)))]));
}

export const PARTNER_VALUE = /\{partner\.([A-Za-z0-9_.]+)\}/g;

/** Returns the value for `{partner.links.faq}`: a string or a number. */
export function partnerValue(partner: Json, dotted: string): string | undefined {
  let value: unknown = partner;
  for (const step of dotted.split('.')) {
    value = typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined;
  }
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** Returns all names for `{partner.…}`. */
export function partnerValueNames(partner: Json, before = ''): readonly string[] {
  if (typeof partner !== 'object' || partner === null) return [];
  return Object.entries(partner).flatMap(([name, value]) =>
    typeof value === 'object' ? partnerValueNames(value, `${before}${name}.`) : [`${before}${name}`],
  );
}

/** Fills partner values into texts; unknown ones stay and are reported by the check. */
function partnerFill(partner: Json): Fill {
  return (text) =>
    text.replaceAll(PARTNER_VALUE, (whole, dotted: string) => partnerValue(partner, dotted) ?? whole);
}

/** Reads a translation file; undefined if there is none. */
function readTranslation(sources: SourceSet, language: string): Translation | undefined {
  const root = sources.cursor(`translations/${language}.json`);
  if (!root) return undefined;
  const lookUp = lookUpTranslations(root, language);
  return {
    language,
    name: root.at('name')?.text() ?? language,
    direction: root.at('direction')?.text() === 'rtl' ? 'rtl' : 'ltr',
    locale: root.at('locale')?.text() ?? language,
    translate: (file) => {
      const inFile = lookUp(file);
      return (place, text) => {
        const found = inFile(place, text);
        return typeof found === 'string' ? found : undefined;
      };
    },
    forms: (key) => {
      const found = lookUp(TEXTS)(key, textOf(sources.cursor(TEXTS)?.at(key)));
      return typeof found === 'string' ? undefined : found;
    },
  };
}
