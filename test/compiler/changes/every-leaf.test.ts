import { expect, test } from 'vitest';
import { changesBetween } from '#compiler/changes/changes-between.ts';
import { type ComparedForm, comparedOf } from '#compiler/changes/compared-form.ts';
import { compileSchemas } from '#compiler/compile-schemas.ts';
import { optionListsOf } from '#form/answers/option-lists.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import { isRecord } from '#form/definition/own-property.ts';
import { isFullVolume } from '#test/support/volume.ts';

const NOW = new Date('2026-11-21T01:00:00Z');

/** Fields that students cannot notice, by path, with the reason. */
const INVISIBLE: readonly (readonly [path: RegExp, why: string])[] = [
  [/^definition\.hash$/, 'follows from the rest'],
  [/^definition\.moves\b/, 'what becomes of answers is reported where something is renamed or removed'],
  [/\.questions\.\*\.(key|page|partOf)$/, 'says a second time where the question is'],
  [/\.instances\.\*\.keys\.\*$/, 'says a second time what is in the instance'],
  [/^definition\.pages\.\*\.id$/, 'names the page in the files; students see its address and its title'],
  [/^cards\.\*\.id$/, 'says a second time which card it is'],
  [/\.layout\.\*\.id$/, 'names a section, a switch or a confirmation in the files'],
  [/\.kind$/, 'decides which other members there are'],
];

/** Parts of a condition can be implied by others, so not every change has an effect; at least one of them must. */
const IS_CONDITION = /\b(?:visibleWhen|requiredWhen|when)\b/;
const MAX_EQUAL = 8;

/** Returns another value of the same kind. */
const ALTERNATIVES: readonly (readonly string[])[] = [
  ['equals', 'notEquals'],
  ['in', 'notIn'],
  ['answered', 'notAnswered'],
  ['lt', 'gte'],
  ['lte', 'gt'],
  ['day', 'year'],
  ['past', 'future'],
];

type Leaf = { readonly path: readonly string[]; readonly value: unknown };

function leavesOf(value: unknown, path: readonly string[] = []): readonly Leaf[] {
  if (typeof value !== 'object' || value === null) return [{ path, value }];
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) =>
    leavesOf(member, [...path, name]),
  );
}

const NAMED_MEMBERS: ReadonlySet<string> = new Set([
  'questions',
  'options',
  'cards',
  'texts',
  'links',
  'lists',
  'fills',
]);

/** Generalizes a field's path: `definition.pages.*.questions.*.label`. */
function shapeOf(path: readonly string[]): string {
  return path
    .map((name, index) => (/^\d+$/.test(name) || NAMED_MEMBERS.has(path[index - 1] ?? '') ? '*' : name))
    .join('.')
    .replaceAll(/(?:\.(?:layout|children)\.\*)+/g, '.layout.*')
    .replace(/\b(visibleWhen|requiredWhen|when)\..*?\.?(\w+)(?:\.\*)?$/, '$1 … $2');
}

function changed({ path, value }: Leaf, lists: readonly string[]): unknown {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1;
  if (path.at(-1) === 'options' || path.at(-2) === 'lists') return lists.find((name) => name !== value);
  const others = ALTERNATIVES.find((all) => all.some((each) => each === value)) ?? [`${String(value)}x`];
  return others.find((each) => each !== value);
}

function withLeaf(whole: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  if (Array.isArray(whole))
    return whole.map((item: unknown, index) => (String(index) === name ? withLeaf(item, rest, value) : item));
  if (!isRecord(whole)) throw new Error('There is nothing there.');
  return { ...whole, [name]: withLeaf(whole[name], rest, value) };
}

function isCompared(value: unknown): value is ComparedForm {
  return isRecord(value) && 'definition' in value;
}

/** Fields of unused lists are not visible either. */
function isOffered({ path }: Leaf, { definition }: ComparedForm): boolean {
  const [, where, name = ''] = path;
  if (path[0] !== 'definition' || where !== 'options') return true;
  const list = definition.options[name];
  return [...questionsOf(definition).values()].some((question) =>
    optionListsOf(definition, question).some((each) => each === list),
  );
}

/** Messages for optional answers are never shown. */
function isRead({ path }: Leaf, whole: unknown): boolean {
  if (path.at(-2) !== 'messages' || path.at(-1) !== 'required') return true;
  const question = path.slice(0, -2).reduce<unknown>((value, name) => Object(value)[name], whole);
  return isRecord(question) && (question['required'] === true || 'requiredWhen' in question);
}

function isVisible(before: ComparedForm, leaf: Leaf): boolean {
  const after = withLeaf(before, leaf.path, changed(leaf, Object.keys(before.definition.options)));
  if (!isCompared(after)) throw new Error('A form with another field is a form.');
  return changesBetween(before, after, NOW).length > 0;
}

test('every changed field is reported', () => {
  const silent: string[] = [];
  const every = isFullVolume ? 1 : 4;
  const tried = new Set(INVISIBLE.map(([path]) => path.source));
  for (const [name, partner] of compileSchemas().partners) {
    const before = comparedOf(partner, name);
    const leaves = leavesOf(before).filter((leaf) => isOffered(leaf, before) && isRead(leaf, before));
    for (const [shape, equivalent] of Map.groupBy(leaves, ({ path }) => shapeOf(path))) {
      if (tried.has(shape) || INVISIBLE.some(([path]) => path.test(shape))) continue;
      tried.add(shape);
      if (tried.size % every !== 0) continue;
      let isHeard = false;
      for (const leaf of equivalent.slice(0, IS_CONDITION.test(shape) ? MAX_EQUAL : 1))
        isHeard ||= isVisible(before, leaf);
      if (!isHeard) silent.push(`${shape}, such as ${equivalent[0]?.path.join('.') ?? ''}`);
    }
  }
  expect(silent).toEqual([]);
});
