import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { CompiledPartner } from '#compiler/compile/compile-partner.ts';
import { compileSchemas } from '#compiler/compile-schemas.ts';
import { isError } from '#compiler/source/fault.ts';
import type { Question } from '#form/definition/definition.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

export const TINY_FORM = path.resolve(import.meta.dirname, '../fixtures/forms/tiny');

/** Copies the tiny form to a new folder, with some files replaced (name → text or bytes). */
export function tinyFormWith(files: ReadonlyMap<string, string | Uint8Array> = new Map()): string {
  const folder = temporaryFolder();
  cpSync(TINY_FORM, folder, { recursive: true });
  for (const [name, text] of files) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
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

export function questionOf({ definition }: CompiledPartner, key: string): Question {
  const question = definition.pages.flatMap((page) => page.questions[key] ?? [])[0];
  if (!question) throw new Error(`The compiled form does not ask "${key}".`);
  return question;
}
