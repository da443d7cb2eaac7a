import type { Cursor } from '#compiler/source/cursor.ts';
import type { Report } from '#compiler/source/fault.ts';
import { linksIn } from '#compiler/source/rich-text.ts';
import type { SourceSet } from '#compiler/source/source-set.ts';
import { bracesIn } from '#compiler/source/engine-texts.ts';
import { translatableTexts } from '#compiler/source/translatable.ts';
import {
  isTranslated,
  lookUpTranslations,
  textOf,
  type TranslatedText,
} from '#compiler/source/translation.ts';
import { withCommas } from '#form/summary/counted.ts';

/** Checks that translations keep values and links, and have all plural forms. */
export function checkTranslations(sources: SourceSet, report: Report): void {
  for (const [language, root] of sources.filesIn('translations')) {
    if (!isLanguage(language, root, report)) continue;
    const files = [...(root.at('texts')?.members().values() ?? [])];
    for (const entry of files.flatMap((entries) => [...entries.members().values()])) {
      if (isTranslated(entry) && !entry.at('was')) checkForms(entry, { language, report });
    }
  }
  checkChosen(sources, report);
}

/** Returns a line per language: how many texts are translated, how many outdated. */
export function countTranslations(sources: SourceSet): readonly string[] {
  const texts = translatableTexts(sources);
  return [...sources.filesIn('translations')].map(([language, root]) => {
    const lookUp = lookUpTranslations(root, language);
    const open = texts.filter(({ file, path, of }) => lookUp(file)(path, of) === undefined);
    const outdated = open.filter(({ file, path }) => isTranslated(root.at('texts')?.at(file)?.at(path)));
    const [done, all] = [withCommas(texts.length - open.length), withCommas(texts.length)];
    return `${language}: ${done} of ${all} translated, ${withCommas(outdated.length)} outdated.`;
  });
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

/** Whether a text is the code of a language, as files of translations are named. */
export function isLocale(language: string): boolean {
  try {
    return Intl.getCanonicalLocales(language)[0] === language;
  } catch {
    return false;
  }
}

type Checked = { readonly language: string; readonly report: Report };

function checkForms(entry: Cursor, { language, report }: Checked): void {
  const [of, is] = [textOf(entry.at('of')), textOf(entry.at('is'))];
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

export function quoted(text: TranslatedText): string {
  return `"${typeof text === 'string' ? text : (text['other'] ?? '')}"`;
}
