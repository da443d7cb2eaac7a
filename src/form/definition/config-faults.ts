import { companionKey } from './answer.ts';
import type { AddAnotherNode, FormDefinition, PageDefinition } from './definition.ts';
import { allNodes, confirmationsOf, pagesAsking, questionsOf, tabGroupsOf } from './form-part.ts';

/** How often a block may be there at most (specification 9). */
export const MOST_REPEATS = 10;

/**
 * Everything that is wrong with a compiled form in itself, each in a sentence; none when it is right. What the
 * rules for the source files let through is found here, wherever it comes from (specification 5, last paragraph).
 */
export function configFaults(definition: FormDefinition): readonly string[] {
  const known = knownNames(definition);
  return [
    ...keysOnSeveralPages(definition),
    ...definition.greetingName
      .filter((key) => !known.has(key))
      .map((key) => `The form greets with "${key}", which it does not ask.`),
    ...(definition.fullName ?? [])
      .filter((key) => !known.has(key))
      .map((key) => `The full name holds "${key}", which the form does not ask.`),
    ...(definition.sortName ?? [])
      .filter((key) => !known.has(key))
      .map((key) => `The name for filing holds "${key}", which the form does not ask.`),
    ...definition.pages.flatMap((page) => [
      ...unknownNames(page, known),
      ...unplacedKeys(page),
      ...addAnothersOf(page).flatMap((node) => [...tooManyRepeats(node), ...wrongPrefix(node)]),
    ]),
  ];
}

/** What a layout, a clearing rule or a condition may name: questions, their stored labels, tab groups, confirmations. */
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
    const pages = pagesAsking(definition, key).map(({ id }) => `"${id}"`);
    return pages.length > 1 ? [`The question "${key}" is on several pages: ${pages.join(', ')}.`] : [];
  });
}

/** Names that stand somewhere on a page although no question of the form has them. */
function unknownNames(page: PageDefinition, known: ReadonlySet<string>): readonly string[] {
  const named = [
    ...placedKeys(page),
    ...addAnothersOf(page).flatMap(({ instances }) => instances.flatMap(({ keys }) => keys)),
    ...Object.values(page.questions).flatMap(({ lookup }) => Object.values(lookup?.fills ?? {})),
    ...page.clearing.flatMap(({ keys }) => keys),
    ...valueKeys(page),
  ];
  return [...new Set(named)]
    .filter((name) => !known.has(name))
    .map(
      (name) =>
        `The page "${page.id}" names "${name}", which is not a question, a tab group or a confirmation.`,
    );
}

/** Questions of a page that its layout does not ask. */
function unplacedKeys(page: PageDefinition): readonly string[] {
  const placed = new Set(placedKeys(page));
  return Object.keys(page.questions)
    .filter((key) => !placed.has(key))
    .map((key) => `The question "${key}" is missing from the layout of the page "${page.id}".`);
}

/** The keys of a layout, with those that the widgets of its questions write beside their own. */
function placedKeys(page: PageDefinition): readonly string[] {
  return allNodes(page.layout).flatMap((node) =>
    node.kind === 'question' ? [node.key, ...(page.questions[node.key]?.parts ?? [])] : [],
  );
}

/** The `valueKey` of every condition, wherever it stands. */
function valueKeys(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) =>
    name === 'valueKey' && typeof member === 'string' ? [member] : valueKeys(member),
  );
}

function addAnothersOf(page: PageDefinition): readonly AddAnotherNode[] {
  return allNodes(page.layout).filter((node) => node.kind === 'addAnother');
}

function tooManyRepeats({ id, max, instances }: AddAnotherNode): readonly string[] {
  const most = Math.max(max, instances.length);
  return most > MOST_REPEATS
    ? [`The block of "${id}" may appear ${most} times; the most is ${MOST_REPEATS}.`]
    : [];
}

/** Instance n has the keys of the first one with `n_` behind the prefix, which is the same for all of them. */
function wrongPrefix({ id, instances }: AddAnotherNode): readonly string[] {
  const [first, ...others] = instances;
  // A block of which a partner asks nothing has no keys.
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
