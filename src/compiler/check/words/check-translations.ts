import type { Cursor } from '#compiler/source/cursor.ts';
import type { Report } from '#compiler/source/fault.ts';
import { linksIn } from '#compiler/source/rich-text.ts';
import type { SourceSet } from '#compiler/source/source-set.ts';
import { bracesIn } from '#compiler/source/texts.ts';
import { type Translatable, translatableTexts } from '#compiler/source/translatable.ts';
import { formsOf } from '#compiler/source/translation.ts';

/** Checks that each text has a current translation with its values, links and plural forms. */
export function checkTranslations(sources: SourceSet, report: Report): void {
  const texts = translatableTexts(sources);
  const byPlace = new Map(texts.map((text) => [`${text.file}\n${text.path}`, text]));
  for (const [language, root] of sources.filesIn('translations')) {
    if (!isLanguage(language, root, report)) continue;
    const untranslated = new Set(texts);
    for (const [file, entries] of root.at('texts')?.members() ?? []) {
      for (const [path, entry] of entries.members()) {
        const text = byPlace.get(`${file}\n${path}`);
        if (!text)
          report(entry, {
            code: 'translation',
            found: `${file}, ${path}, where no text is`,
            expected: 'places of texts that there are',
            cure: `Run npm run translate -- ${language}, which moves what has moved and removes what is gone.`,
          });
        else if (checkEntry(entry, text, language, report)) untranslated.delete(text);
      }
    }
    const [first, second] = untranslated;
    if (first)
      report(root, {
        code: 'untranslated',
        found: `no translation of ${quoted(first.of)} (${first.file}, ${first.path})${second ? ', and of others' : ''}`,
        expected: 'each text; until then students read it in English',
        cure: `Run npm run translate -- ${language}, which writes them into the file, and fill in each "is".`,
      });
  }
  checkChosen(sources, report);
}

function isLanguage(language: string, root: Cursor, report: Report): boolean {
  if (isLocale(language)) return true;
  report(root, {
    code: 'translation',
    found: `the file name "${language}"`,
    expected: 'the code of a language: es, zh-Hant',
    cure: 'Name the file after the language.',
  });
  return false;
}

function isLocale(language: string): boolean {
  try {
    return Intl.getCanonicalLocales(language)[0] === language;
  } catch {
    return false;
  }
}

/** @returns whether the text exists in some form */
function checkEntry(entry: Cursor, text: Translatable, language: string, report: Report): boolean {
  const [of, is] = [translationAt(entry.at('of')), translationAt(entry.at('is'))];
  if (is === '' || Object.values(is).every((form) => form === '')) return false;
  if (entry.at('was') || JSON.stringify(of) !== JSON.stringify(text.of)) {
    report(entry, {
      code: 'stale-translation',
      found: `the translation of ${quoted(of)}, which is now ${quoted(text.of)}`,
      expected: 'a translation of what is written today; until then students read English here',
      cure: entry.at('was')
        ? 'Look at it again, then remove the line with "was".'
        : `Run npm run translate -- ${language}, look at it again, then remove the line with "was".`,
    });
    return true;
  }
  checkForms(entry, text, is, { language, report });
  return true;
}

function translationAt(at: Cursor | undefined): Translatable['of'] {
  return formsOf(at) ?? at?.text() ?? '';
}

type Checked = { readonly language: string; readonly report: Report };

function checkForms(
  entry: Cursor,
  { of }: Translatable,
  is: Translatable['of'],
  { language, report }: Checked,
): void {
  const source = typeof of === 'string' ? of : (of['other'] ?? '');
  const forms = typeof is === 'string' ? { other: is } : is;
  const needed =
    typeof of === 'string' ? ['other'] : new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const lacking = needed.filter((category) => !forms[category]);
  if (lacking.length > 0) {
    report(entry, {
      code: 'translation',
      found: `no form for ${lacking.map((category) => `"${category}"`).join(', ')} of ${quoted(of)}`,
      expected: `a form for each kind of number that the language has: ${needed.join(', ')}`,
      cure: `Write them next to the others: ${lacking.map((category) => `"${category}": "…"`).join(', ')}.`,
    });
  }
  for (const form of Object.values(forms)) {
    const [wanted, found] = [partsOf(source), partsOf(form)];
    if (wanted === found) continue;
    report(entry, {
      code: 'translation',
      found: `${found || 'nothing'} in ${quoted(form)}`,
      expected: `${wanted || 'neither { } nor links'}, as in ${quoted(source)}`,
      cure: 'Write what is in braces, and the addresses of links, as they are in English.',
    });
  }
}

/** Returns what a translation must keep of a text, in any order. */
function partsOf(text: string): string {
  const braces = bracesIn(text).map((name) => `{${name}}`);
  return [...new Set(braces), ...linksIn(text).map(({ href }) => `(${href})`)].toSorted().join(' ');
}

/** Checks that partners offer only existing languages. */
function checkChosen(sources: SourceSet, report: Report): void {
  const languages = sources.namesIn('translations');
  for (const partner of sources.filesIn('partners').values()) {
    for (const at of partner.list('languages')) {
      const language = at.text() ?? '';
      if (languages.includes(language)) continue;
      report(at, {
        code: 'translation',
        found: `the language "${language}", of which there is no file`,
        expected: `a file translations/${language}.json`,
        cure: `Run npm run translate -- ${language}, or remove the language.`,
      });
    }
  }
}

function quoted(text: Translatable['of']): string {
  return `"${typeof text === 'string' ? text : (text['other'] ?? '')}"`;
}
