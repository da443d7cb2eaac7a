import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openSchemas } from '#compiler/source/open-schemas.ts';
import { jsonText } from '#compiler/source/file-text.ts';
import { PROJECT_PATHS } from '#compiler/source/schema-paths.ts';
import { translatableTexts } from '#compiler/source/translatable.ts';
import { UsageError, runScript, unknownArguments } from './run-script.ts';
import {
  type Direction,
  type Entries,
  pseudoText,
  updateTranslation,
} from './translate/update-translation.ts';

const USAGE = `npm run translate -- <language> [--name Español] [--rtl] [--pseudo]

Adds what is missing in the file of a language, marks what changed, removes what is gone. --pseudo fills in each text as a
language has it that nobody speaks.`;

type Wanted = {
  readonly language: string;
  /** The language's name for itself; default: as in the file. */
  readonly name?: string | undefined;
  readonly direction?: Direction | undefined;
  /** Fills in each text in a pseudo-language. */
  readonly isPseudo?: boolean | undefined;
  readonly folder?: string;
};

/** Updates a translation file to the current texts. @returns the file, and the number of untranslated texts */
export function translate(wanted: Wanted) {
  const { language, name, direction, isPseudo, folder = PROJECT_PATHS.schemasFolder } = wanted;
  const file = path.join(folder, 'translations', `${language}.json`);
  const before: { name?: string; direction?: Direction; texts?: Entries } = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : {};
  const readFrom = direction ?? before.direction ?? 'ltr';
  const texts = updateTranslation(
    translatableTexts(openSchemas(folder).plain),
    before.texts ?? {},
    isPseudo ? pseudoOf(language, readFrom) : undefined,
  );
  const entries = Object.values(texts).flatMap((each) => Object.values(each));
  mkdirSync(path.dirname(file), { recursive: true });
  const head = { $schema: '../meta/translation.meta.json', name: name ?? before.name ?? language };
  writeFileSync(file, jsonText({ ...head, direction: readFrom, texts }));
  return {
    file,
    missing: entries.filter(({ is }) => is === '').length,
    changed: entries.filter(({ was }) => was !== undefined).length,
  };
}

/** Returns a pseudo-translator with all plural forms of the language. */
function pseudoOf(language: string, direction: Direction) {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  return (of: string | Readonly<Record<string, string>>) =>
    typeof of === 'string'
      ? pseudoText(of, direction)
      : Object.fromEntries(
          pluralCategories.map((category) => [category, pseudoText(of['other'] ?? '', direction)]),
        );
}

function updateLanguage(): void {
  const { values, positionals } = parseArgs({
    options: { name: { type: 'string' }, rtl: { type: 'boolean' }, pseudo: { type: 'boolean' } },
    allowPositionals: true,
  });
  const [language, ...rest] = positionals;
  if (language === undefined) throw new UsageError('The language is missing, such as es.');
  if (rest.length > 0) throw new UsageError(unknownArguments(rest));
  const direction = values.rtl ? 'rtl' : undefined;
  const { file, missing, changed } = translate({ ...values, language, direction, isPseudo: values.pseudo });
  console.log(`${missing} texts have no translation, ${changed} changed: ${path.relative('', file)}.`);
}

if (import.meta.main) await runScript(USAGE, updateLanguage);
