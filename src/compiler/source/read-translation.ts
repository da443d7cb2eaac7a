import type { Cursor } from './cursor.ts';
import type { SourceSet } from './source-set.ts';
import { type Translation, formsOf } from './translation.ts';

/** A file of translations, read; undefined where there is none of this name. */
export function readTranslation(sources: SourceSet, language: string): Translation | undefined {
  const root = sources.cursor(`translations/${language}.json`);
  if (!root) return undefined;
  const files = root.at('texts');
  return {
    language,
    name: root.at('name')?.text() ?? language,
    direction: root.at('direction')?.text() === 'rtl' ? 'rtl' : 'ltr',
    translate: (file) => {
      const texts = files?.at(file);
      return (path, text) => {
        const entry = texts?.at(path);
        const isToday = entry?.at('was') === undefined && entry?.at('of')?.text() === text;
        return isToday ? entry.at('is')?.text() || undefined : undefined;
      };
    },
    forms: (key) => {
      const entry = files?.at('texts.json')?.at(key);
      return entry && !entry.at('was') && isSame(entry.at('of'), sources.cursor('texts.json')?.at(key))
        ? formsOf(entry.at('is'))
        : undefined;
    },
  };
}

function isSame(one: Cursor | undefined, other: Cursor | undefined): boolean {
  return JSON.stringify(one?.json()) === JSON.stringify(other?.json());
}
