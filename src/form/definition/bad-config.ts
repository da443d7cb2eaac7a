import { companionKey } from './answer.ts';
import { configFaults } from './config-faults.ts';
import type { FormDefinition } from './definition.ts';
import { pagesAsking, questionsOf } from './form-part.ts';
import { missingConfig } from './missing-config.ts';

/**
 * The form itself is wrong: its files, or what was compiled of them; never the student. Raised by `npm run check`
 * and, in a local environment only, by the client (specification 5, last paragraph).
 */
export class BadConfigError extends Error {
  constructor(faults: readonly string[]) {
    super(`The form is configured wrongly. ${faults.join(' ')}`);
    this.name = 'BadConfigError';
  }
}

/** Where a sentence goes that is no reason to stop. */
export type Tell = (sentence: string) => void;

/**
 * Lets a compiled form through that is right in itself, and tells what is missing from it.
 *
 * @throws BadConfigError with everything that is wrong
 */
export function requireSoundForm(definition: FormDefinition, warn: Tell): void {
  for (const sentence of missingConfig(definition)) warn(sentence);
  raise(configFaults(definition));
}

/**
 * Lets an error map through that the summary of what is missing can show, and tells of keys that it has no page
 * for (the stored labels of choices).
 *
 * @param keys the keys of the error map
 * @throws BadConfigError for a key that is asked on several pages, or that the form does not know
 */
export function requireSoundErrors(definition: FormDefinition, keys: readonly string[], log: Tell): void {
  raise(keys.flatMap((key) => errorKeyFault(definition, key) ?? []));
  for (const key of keys) {
    if (pagesAsking(definition, key).length === 0)
      log(`The error map names "${key}", which is on no page, so that no link leads to it.`);
  }
}

function errorKeyFault(definition: FormDefinition, key: string): string | undefined {
  const pages = pagesAsking(definition, key).map((page) => `"${page.id}"`);
  if (pages.length > 1)
    return `The error map names "${key}", which is asked on several pages: ${pages.join(', ')}.`;
  if (pages.length === 1 || isCompanion(definition, key)) return undefined;
  return `The error map names "${key}", which the form does not know.`;
}

function isCompanion(definition: FormDefinition, key: string): boolean {
  return [...questionsOf(definition).values()].some(
    (question) => question.companion && companionKey(question.key) === key,
  );
}

function raise(faults: readonly string[]): void {
  if (faults.length > 0) throw new BadConfigError(faults);
}
