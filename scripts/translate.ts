import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { isLocale, quoted } from '#compiler/check/words/check-translations.ts';
import { openSchemas } from '#compiler/source/open-schemas.ts';
import { jsonText } from '#compiler/source/file-text.ts';
import { PROJECT_PATHS } from '#compiler/source/schema-paths.ts';
import { type Translatable, translatableTexts } from '#compiler/source/translatable.ts';
import { engineTranslations } from '#compiler/source/translation.ts';
import { UsageError, runScript, unknownArguments } from './run-script.ts';

const USAGE = `npm run translate -- <language>

Adds what is missing in the file of a language, marks what changed, removes what is gone, and lists what is left to do.`;

/** A translated text; `was` is the old source until the translation is reviewed. */
type Entry = {
  readonly of: Translatable['of'];
  readonly is: Translatable['of'];
  readonly was?: Translatable['of'];
};

/** File → place → entry. */
type Entries = Readonly<Record<string, Readonly<Record<string, Entry>>>>;

/** Updates a translation file to the current texts. @returns the file, and the texts left to translate or review */
export function translate(language: string, folder: string = PROJECT_PATHS.schemasFolder) {
  const file = path.join(folder, 'translations', `${language}.json`);
  const head = { $schema: '../meta/translation.meta.json', name: nameOf(language) };
  const before: { texts?: Entries } = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const engine = engineTranslations(language);
  const listed = translatableTexts(openSchemas(folder).plain).filter(
    ({ file: name, path: place, of }) => before.texts?.[name]?.[place] || !engine(name)(place, of),
  );
  const texts = updateEntries(listed, before.texts ?? {});
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, jsonText({ ...head, ...before, texts }));
  const entries = Object.entries(texts).flatMap(([source, own]) =>
    Object.entries(own).map(([place, entry]) => ({ ...entry, at: `${source}, ${place}` })),
  );
  return {
    file,
    missing: entries.filter(({ is }) => is === '').map(({ at, of }) => `${at}: ${quoted(of)}`),
    outdated: entries.flatMap(({ at, of, was }) =>
      was === undefined ? [] : [`${at}: ${quoted(was)} is now ${quoted(of)}`],
    ),
  };
}

/** Returns a language's name for itself: `Español`. */
function nameOf(language: string): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** Updates entries to the current texts: adds, moves, flags or removes them. */
function updateEntries(texts: readonly Translatable[], before: Entries): Entries {
  const known = new Map(
    Object.values(before).flatMap((entries) =>
      Object.values(entries).map((entry) => [keyOf(entry.of), entry] as const),
    ),
  );
  const entryFor = (of: Entry['of'], here: Entry | undefined): Entry => {
    if (here && keyOf(here.of) === keyOf(of)) return here;
    const moved = known.get(keyOf(of));
    if (moved) return moved;
    return here && here.is !== '' ? { of, is: here.is, was: here.was ?? here.of } : { of, is: '' };
  };
  const files = Map.groupBy(texts, ({ file }) => file);
  return Object.fromEntries(
    [...files].map(([file, own]) => [
      file,
      Object.fromEntries(own.map(({ path: place, of }) => [place, entryFor(of, before[file]?.[place])])),
    ]),
  );
}

function keyOf(of: Entry['of']): string {
  return JSON.stringify(of);
}

function updateLanguage(): void {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [language, ...rest] = positionals;
  if (language === undefined) throw new UsageError('The language is missing, such as es.');
  if (rest.length > 0) throw new UsageError(unknownArguments(rest));
  if (!isLocale(language)) throw new UsageError(`"${language}" is not the code of a language, such as es.`);
  const { file, missing, outdated } = translate(language);
  for (const text of missing) console.log(`Not translated: ${text}`);
  for (const text of outdated) console.log(`Outdated: ${text}`);
  console.log(`${missing.length} not translated, ${outdated.length} outdated: ${path.relative('', file)}.`);
}

if (import.meta.main) await runScript(USAGE, updateLanguage);
