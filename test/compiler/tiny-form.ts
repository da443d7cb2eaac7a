import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { CompiledPartner } from '#compiler/compile/compile-partner.ts';
import { compileSchemas } from '#compiler/compile-schemas.ts';
import { isError } from '#compiler/source/fault.ts';
import { isRecord } from '#form/definition/own-property.ts';
import { PROJECT_PATHS } from '#compiler/source/schema-paths.ts';
import type { Question } from '#form/definition/definition.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

export const TINY_FORM = path.resolve(import.meta.dirname, '../fixtures/forms/tiny');

/** File → new content as text, bytes or JSON; `file#/pointer` → a value in it, see {@link patch}. */
export type FormEdits = Readonly<Record<string, unknown>>;

/** Copies the tiny form to a new folder, with these differences. */
export function tinyFormWith(edits: FormEdits = {}): string {
  const folder = temporaryFolder();
  cpSync(TINY_FORM, folder, { recursive: true });
  const contents = new Map<string, unknown>();
  for (const [place, value] of Object.entries(edits)) {
    const [file = '', pointer] = place.split('#');
    const content = contents.get(file) ?? (pointer === undefined ? undefined : tinyFile(file));
    contents.set(file, pointer === undefined ? value : patch(content, pointer, value));
  }
  for (const [file, content] of contents) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), asWritten(file, content));
  }
  return folder;
}

/** Parses a file of the tiny form. */
export function tinyFile(name: string) {
  return JSON.parse(readFileSync(path.join(TINY_FORM, name), 'utf8'));
}

/** Compiles the tiny form for one of its partners. */
export function compileTiny(partner = 'default', folder = TINY_FORM): CompiledPartner {
  const { partners, faults } = compileSchemas(folder);
  const one = partners.get(partner);
  if (!one || faults.some(isError))
    throw new Error(`The form in ${folder} was not compiled for "${partner}": ${JSON.stringify(faults)}`);
  return one;
}

/** Compiles the tiny form with these differences. */
export function compileTinyWith(edits: FormEdits, partner?: string): CompiledPartner {
  return compileTiny(partner, tinyFormWith(edits));
}

export function questionOf({ definition }: CompiledPartner, key: string): Question {
  const question = definition.pages.flatMap((page) => page.questions[key] ?? [])[0];
  if (!question) throw new Error(`The compiled form does not ask "${key}".`);
  return question;
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
