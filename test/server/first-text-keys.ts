import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FormDefinition } from '#form/definition/definition.ts';

const compiled = path.resolve(import.meta.dirname, '../../src/generated/partners/default/form.json');

/** Keys of plain text questions of the compiled form, so that no test needs to name one. */
export function firstTextKeys(count: number): readonly string[] {
  // The generator's own tests hold the file to this type.
  const definition = JSON.parse(readFileSync(compiled, 'utf8')) as FormDefinition;
  return definition.pages
    .flatMap((page) => Object.values(page.questions))
    .filter((question) => question.type === 'string')
    .slice(0, count)
    .map((question) => question.key);
}
