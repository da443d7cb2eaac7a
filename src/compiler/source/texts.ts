import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Cursor } from './cursor.ts';
import type { SourceSet } from './source-set.ts';
import { type TranslatedText, formsOf } from './translation.ts';

/** One sentence of the engine: `"completion.receipt {email}": "We send your receipt to {email}."` */
export type EngineText = {
  /** As the file has it, with what is put into the sentence: `completion.receipt {email}`. */
  readonly key: string;
  /** `completion`, and `receipt`. */
  readonly group: string;
  readonly name: string;
  /** The names in the key's braces. */
  readonly values: readonly string[];
  /** As it is written; of one with several forms the one that fits most numbers. */
  readonly text: string;
  /** What is said instead where the number is one. */
  readonly one: string | undefined;
  /** In the language in which the files are read. */
  readonly said: TranslatedText;
  readonly at: Cursor;
};

/** The group of the sentences for questions that bring none of their own, which are compiled into the questions. */
export const QUESTION_TEXTS = 'question';

const KEY = /^([a-z][A-Za-z]*)\.([a-z][A-Za-z0-9]*)((?: \{[A-Za-z]+\})*)$/;

/** The sentences of the file by their keys, those whose key is malformed left out. */
export function readTexts(sources: SourceSet): ReadonlyMap<string, EngineText> {
  const members = textMembers(sources);
  const texts = members.flatMap(([key, at]) => {
    const [whole, group = '', name = ''] = KEY.exec(key) ?? [];
    const [forms, text] = [formsOf(at), at.text()];
    if (whole === undefined || (forms ?? text) === undefined) return [];
    const said = forms ? (sources.translation?.forms(key) ?? forms) : (text ?? '');
    const { one, other = '' } = forms ?? { other: String(at.raw()) };
    return [[key, { key, group, name, values: bracesIn(key), text: other, one, said, at }] as const];
  });
  return new Map(texts);
}

/** Members of the file that are no sentences of the engine. */
const OTHER_MEMBERS: ReadonlySet<string> = new Set(['$schema', 'verbatim']);

/** Every sentence of the file with its key. */
export function textMembers(sources: SourceSet): readonly (readonly [key: string, at: Cursor])[] {
  const members = sources.whole.cursor('texts.json')?.members() ?? new Map<string, Cursor>();
  return [...members].filter(([key]) => !OTHER_MEMBERS.has(key));
}

/** Sentences that stay as they are, whatever their reading grade. */
export function verbatimSentences(sources: SourceSet): ReadonlySet<string> {
  return new Set(sources.whole.cursor('texts.json')?.at('verbatim')?.texts());
}

/** The names in the braces of a key or a sentence, in their order. */
export function bracesIn(text: string): readonly string[] {
  return [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
}

/** What a partner says instead, by the key of the sentence. */
export function ownTexts(sources: SourceSet, partner: string): ReadonlyMap<string, Cursor> {
  return sources.whole.cursor(`partners/${partner}.json`)?.at('texts')?.members() ?? new Map();
}

/** The rooms that say sentences. */
const ROOMS = ['client', 'form', 'server'];

/** The sentences that the code says, as `group.name`: what it imports of them. */
export function readTextUses(sourceFolder: string): ReadonlySet<string> {
  const files = ROOMS.flatMap((room) =>
    readdirSync(path.join(sourceFolder, room), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => readFileSync(path.join(sourceFolder, room, name), 'utf8')),
  );
  return new Set(files.flatMap(usesIn));
}

function usesIn(code: string): readonly string[] {
  const imports = code.matchAll(/import \{([^}]*)\} from '#(?:generated\/texts|texts\/say)\.ts'/g);
  const imported = Array.from(imports, ([, names]) => names).join();
  return [...imported.matchAll(/(\w+)Texts/g)].flatMap(([local = '', group = '']) =>
    [...code.matchAll(new RegExp(`\\b${local}\\.(\\w+)`, 'g'))].map(([, name = '']) => `${group}.${name}`),
  );
}
