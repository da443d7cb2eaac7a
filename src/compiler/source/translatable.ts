import type { Cursor } from './cursor.ts';
import { humanTexts } from './human-texts.ts';
import type { SourceSet } from './source-set.ts';
import { textMembers } from './engine-texts.ts';
import { type TranslatedText, textOf } from './translation.ts';

/** A text visible to students, with its place. */
export type Translatable = {
  readonly file: string;
  readonly path: string;
  readonly of: TranslatedText;
  readonly at: Cursor;
};

/** Members that are names and addresses in every language. */
const NAMES: ReadonlySet<string> = new Set(['address_line_1', 'address_line_2']);

/** Returns every student-visible text of a folder, by file and position. */
export function translatableTexts(sources: SourceSet): readonly Translatable[] {
  const folders = ['pages', 'blocks', 'accounts', 'options', 'partners'].flatMap((folder) =>
    sources.namesIn(folder).map((name) => `${folder}/${name}.json`),
  );
  const found = ['form.json', ...folders].flatMap((file) => textsOf(file, sources.cursor(file)));
  const engine = textMembers(sources).map(([, at]) => placed('texts.json', at));
  return [...engine, ...found].filter(({ of }) => typeof of !== 'string' || hasWords(of));
}

function textsOf(file: string, root: Cursor | undefined): readonly Translatable[] {
  if (!root) return [];
  const written = [...humanTexts(root)].filter(({ member }) => !NAMES.has(member)).map(({ at }) => at);
  const hasTexts = file === 'form.json' || file.startsWith('partners/');
  const own = hasTexts
    ? [
        root.at('banner'),
        root.at('deadlines')?.at('sentence'),
        ...(root.at('texts')?.members().values() ?? []),
      ]
    : [];
  return [...written, ...own].flatMap((at) => (at ? [placed(file, at)] : []));
}

function placed(file: string, at: Cursor): Translatable {
  return { file, path: at.path, of: textOf(at), at };
}

/** Whether a text has words besides placeholders. */
function hasWords(text: string): boolean {
  return /\p{L}/u.test(text.replaceAll(/\{[^{}]*\}/g, ''));
}
