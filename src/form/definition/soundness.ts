import { namesWithin } from '../conditions/condition-parts.ts';
import { companionKey } from './answer.ts';
import type { AddAnotherNode, FormDefinition, PageDefinition } from './definition.ts';
import {
  addAnothersOf,
  confirmationsOf,
  keysIn,
  pagesWithQuestion,
  questionsOf,
  tabGroupsOf,
} from './form-part.ts';

/** Maximum number of instances of a block (docs/behavior.md 9). */
export const MAX_REPEATS = 50;

/**
 * Invalid form configuration, never a student's fault. Raised where the form runs locally (docs/behavior.md 5.10).
 */
export class BadConfigError extends Error {
  constructor(faults: readonly string[]) {
    super(`The form configuration is invalid. ${faults.join(' ')}`);
    this.name = 'BadConfigError';
  }
}

/** Receives non-fatal messages. */
type Log = (sentence: string) => void;

/** Throws BadConfigError for an invalid compiled form, and warns of a page without questions. */
export function requireSoundForm(definition: FormDefinition, warn: Log): void {
  for (const { id, questions } of definition.pages)
    if (Object.keys(questions).length === 0) warn(`The page "${id}" has no questions.`);
  raise(formConfigFaults(definition));
}

/** Throws BadConfigError for error keys that no page, or several, ask; logs stored labels. */
export function requireSoundErrors(definition: FormDefinition, keys: readonly string[], log: Log): void {
  raise(keys.flatMap((key) => errorKeyFault(definition, key) ?? []));
  for (const key of keys) {
    if (pagesWithQuestion(definition, key).length === 0)
      log(`The error map names "${key}", which is not on any page, so no link leads to it.`);
  }
}

function errorKeyFault(definition: FormDefinition, key: string): string | undefined {
  const pages = pagesWithQuestion(definition, key).map((page) => `"${page.id}"`);
  if (pages.length > 1)
    return `The error map names "${key}", which is asked on several pages: ${pages.join(', ')}.`;
  if (pages.length === 1 || knownNames(definition).has(key)) return undefined;
  return `The error map names "${key}", which is not a question of the form.`;
}

function raise(faults: readonly string[]): void {
  if (faults.length > 0) throw new BadConfigError(faults);
}

/** Lists all errors within a compiled form as sentences (docs/behavior.md 5.10). */
export function formConfigFaults(definition: FormDefinition): readonly string[] {
  const known = knownNames(definition);
  return [
    ...keysOnSeveralPages(definition),
    ...definition.pages.flatMap((page) => [
      ...unknownNames(page, known),
      ...unplacedKeys(page),
      ...addAnothersOf(page).flatMap((node) => [...tooManyRepeats(node), ...wrongPrefix(node)]),
    ]),
  ];
}

/** Names valid in layouts, clearing rules and conditions: questions, stored labels, tab groups, confirmations. */
function knownNames(definition: FormDefinition): ReadonlySet<string> {
  const questions = [...questionsOf(definition).values()];
  return new Set([
    ...questions.flatMap(({ key, companion }) => (companion ? [key, companionKey(key)] : [key])),
    ...tabGroupsOf(definition).map(({ id }) => id),
    ...confirmationsOf(definition).map(({ node }) => node.id),
  ]);
}

function keysOnSeveralPages(definition: FormDefinition): readonly string[] {
  return [...questionsOf(definition).keys()].flatMap((key) => {
    const pages = pagesWithQuestion(definition, key).map(({ id }) => `"${id}"`);
    return pages.length > 1 ? [`The question "${key}" is on several pages: ${pages.join(', ')}.`] : [];
  });
}

/** Returns unknown question names on a page. */
function unknownNames(page: PageDefinition, known: ReadonlySet<string>): readonly string[] {
  const named = [
    ...keysIn(page, page.layout),
    ...addAnothersOf(page).flatMap(({ instances }) => instances.flatMap(({ keys }) => keys)),
    ...Object.values(page.questions).flatMap(({ lookup, dependsOn }) => [
      ...Object.values(lookup?.fills ?? {}),
      ...(dependsOn ? [dependsOn.valueKey] : []),
    ]),
    ...page.clearing.flatMap(({ keys }) => keys),
    ...namesWithin(page),
  ];
  return [...new Set(named)]
    .filter((name) => !known.has(name))
    .map(
      (name) =>
        `The page "${page.id}" names "${name}", which is not a question, a tab group or a confirmation.`,
    );
}

/** Returns questions of a page that are missing from its layout. */
function unplacedKeys(page: PageDefinition): readonly string[] {
  const placed = new Set(keysIn(page, page.layout));
  return Object.keys(page.questions)
    .filter((key) => !placed.has(key))
    .map((key) => `The question "${key}" is missing from the layout of the page "${page.id}".`);
}

function tooManyRepeats({ id, max, instances }: AddAnotherNode): readonly string[] {
  const most = Math.max(max, instances.length);
  return most > MAX_REPEATS
    ? [`The block of "${id}" may appear ${most} times; the most is ${MAX_REPEATS}.`]
    : [];
}

/** Checks that instance n has the keys of the first with `n_` after the common prefix. */
function wrongPrefix({ id, instances }: AddAnotherNode): readonly string[] {
  const [first, ...others] = instances;
  // A block without questions for this partner has no keys.
  if (others.length === 0 || instances.every(({ keys }) => keys.length === 0)) return [];
  const start = first?.keys[0] ?? '';
  const prefixes = Array.from({ length: start.length }, (_, index) => start.slice(0, index + 1));
  const fits = (prefix: string): boolean =>
    prefix.endsWith('_') &&
    others.every(({ keys }, index) => isNumbered(first?.keys ?? [], keys, `${prefix}${index + 2}_`, prefix));
  return prefixes.some(fits)
    ? []
    : [`The keys in "${id}" do not all begin with its prefix and the number of the instance.`];
}

function isNumbered(
  first: readonly string[],
  keys: readonly string[],
  numbered: string,
  prefix: string,
): boolean {
  return (
    first.length === keys.length &&
    first.every((key, index) => key.startsWith(prefix) && keys[index] === numbered + key.slice(prefix.length))
  );
}
