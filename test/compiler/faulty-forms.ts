import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { isRecord } from '#form/definition/own-property.ts';
import { PROJECT_PATHS } from '#compiler/source/schema-paths.ts';
import { tinyFile } from './tiny-form.ts';

/** A form with one fault: its differences from the tiny form, and the expected report. */
export type FaultyForm = {
  /** File → new content as text, bytes or JSON; `file#/pointer` → a value in it, see {@link patch}. */
  readonly files: Readonly<Record<string, unknown>>;
  readonly expected: string;
};

const TABLE = path.resolve(import.meta.dirname, '../fixtures/faulty-forms.yaml');

/** Rule of the check → a form that violates it. */
export const FAULTY_FORMS: Readonly<Record<string, FaultyForm>> = parse(readFileSync(TABLE, 'utf8'), {
  customTags: ['binary'],
});

/** Returns the files of a faulty form that differ from the tiny form. */
export function filesOf({ files }: FaultyForm): ReadonlyMap<string, string | Uint8Array> {
  const contents = new Map<string, unknown>();
  for (const [place, value] of Object.entries(files)) {
    const [file = '', pointer] = place.split('#');
    const content = contents.get(file) ?? (pointer === undefined ? undefined : tinyFile(file));
    contents.set(file, pointer === undefined ? value : patch(content, pointer, value));
  }
  return new Map([...contents].map(([file, content]) => [file, asWritten(file, content)]));
}

function asWritten(file: string, content: unknown): string | Uint8Array {
  if (typeof content === 'string' || content instanceof Uint8Array) return content;
  const all = file === 'texts.json' && isRecord(content) ? withAllTexts(content) : content;
  return `${JSON.stringify(all, null, 2)}\n`;
}

/** Sets the value at a JSON pointer; null deletes, and `+2` inserts before the third array item. */
function patch(content: unknown, pointer: string, value: unknown): unknown {
  const [key = '', ...rest] = pointer.split('/').slice(1).map(unescaped);
  const inner = (current: unknown) =>
    rest.length > 0 ? patch(current, `/${rest.map(escaped).join('/')}`, value) : value;
  if (Array.isArray(content)) {
    const at = Number(key.replace('+', ''));
    if (rest.length === 0 && value === null) return content.toSpliced(at, 1);
    return key.startsWith('+') ? content.toSpliced(at, 0, value) : content.with(at, inner(content[at]));
  }
  if (!isRecord(content)) throw new Error(`There is nothing at ${pointer}.`);
  if (rest.length === 0 && value === null) {
    return Object.fromEntries(Object.entries(content).filter(([name]) => name !== key));
  }
  return { ...content, [key]: inner(content[key]) };
}

const escaped = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');
const unescaped = (key: string) => key.replaceAll('~1', '/').replaceAll('~0', '~');

/** Merges a faulty form's engine texts with the others. */
function withAllTexts(some: Readonly<Record<string, unknown>>): object {
  const all: object = JSON.parse(readFileSync(path.join(PROJECT_PATHS.schemasFolder, 'texts.json'), 'utf8'));
  return { ...some, ...all, ...some };
}
