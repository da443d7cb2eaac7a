import type { Condition, Dependence, QuestionNode } from '#form/definition/definition.ts';
import type { Cursor } from '../source/cursor.ts';
import { companionOf } from './compile-question.ts';
import { conjunctionOf } from './negate.ts';
import { shownWhen } from './node-head.ts';
import type { PageWalk, PlacedQuestion } from './page-walk.ts';
import { resolveName, type Scope } from './scope.ts';
import type { CompileContext } from './context.ts';
import { isSingleChoice, mayBeText } from './question-shape.ts';

/** Places a question and its widget's parts; returns nothing for an unknown name. */
export function placeQuestion(
  node: Cursor,
  walk: PageWalk,
  { name, condition }: { readonly name: string; readonly condition: Condition | undefined },
): readonly QuestionNode[] {
  const found = placedIn(walk, name);
  const question = found && {
    ...found,
    conditions: [...(condition ? [condition] : []), ...found.conditions],
  };
  if (!question || !registerKeys(node, question)) return [];
  for (const at of walk.scope.pair.ui.at(name)?.list('ui:parts') ?? []) {
    const part = placedIn(walk, at.text() ?? '');
    const conditions = [...question.conditions, ...(part?.conditions ?? [])];
    if (part) registerKeys(at, { ...part, partOf: question.key, conditions });
  }
  const visibleWhen = conjunctionOf(question.conditions);
  if (visibleWhen && visibleWhen !== question.conditions[0]) walk.context.origins.set(visibleWhen, node);
  return [{ kind: 'question', key: question.key, ...shownWhen(visibleWhen) }];
}

/** Returns a question of the file with its context; undefined if unknown. */
function placedIn(walk: PageWalk, name: string): PlacedQuestion | undefined {
  const property = walk.scope.pair.properties.get(name);
  if (!property) return undefined;
  const dependence = resolveDependence(property, walk.scope, walk.context);
  const found = { key: walk.scope.prefix + name, name, property, walk };
  return dependence
    ? { ...found, dependsOn: dependence.dependsOn, conditions: [dependence.condition] }
    : { ...found, conditions: [] };
}

/** Registers a question's key and companion key; reports and returns false for duplicates. */
function registerKeys(node: Cursor, placed: PlacedQuestion): boolean {
  const { keys } = placed.walk.taken;
  const companion = companionOf(placed.property) ? [`${placed.key}_desc`] : [];
  const wanted = [placed.key, ...companion];
  const other = wanted.flatMap((key) => keys.get(key) ?? [])[0];
  if (other) {
    reportTakenKey(node, placed, other);
    return false;
  }
  for (const key of wanted) keys.set(key, placed);
  placed.walk.parts.placed.push(placed);
  return true;
}

function reportTakenKey(node: Cursor, placed: PlacedQuestion, other: PlacedQuestion): void {
  const { scope, context, page } = placed.walk;
  if (placed.property !== other.property) {
    const { file, line } = other.property.place;
    // Duplicates within one block recur in each use, so the block's own key is named.
    const key = scope === other.walk.scope ? placed.name : placed.key;
    context.report(placed.property, {
      code: 'duplicate-key',
      found: `the key "${key}" a second time (page ${page}); the first is on page ${other.walk.page}, ${file}:${line}`,
      expected: 'every key once in the whole form, including the "<key>_desc" of a choice',
      cure: 'Rename one of the two, or give the block it comes from another prefix.',
    });
    return;
  }
  // Duplicates in one layout are reported by their own rule.
  if (scope === other.walk.scope) return;
  const { file, line } = (other.walk.scope.use ?? other.property).place;
  context.report(scope.use?.at('prefix') ?? scope.use ?? node, {
    code: 'prefix',
    found: `the block "${scope.pair.name.replace('blocks/', '')}" a second time under the prefix "${scope.prefix}"; the first is at ${file}:${line}`,
    expected: 'a different prefix for each use of a block, so that no key occurs twice',
    cure: 'Give one of the two another "prefix".',
  });
}

/** A resolved `dependsOn`: a visibility condition, and the options by answer. */
type ResolvedDependence = { readonly condition: Condition; readonly dependsOn: Dependence };

/** Resolves the `dependsOn` of a property; undefined if absent or unresolved. */
function resolveDependence(
  property: Cursor,
  scope: Scope,
  context: CompileContext,
): ResolvedDependence | undefined {
  const written = property.at('dependsOn');
  const valueKey = written && controllingKey(written, scope, context);
  if (!written || valueKey === undefined) return undefined;
  const resolved = resolvedAs(property, written, valueKey);
  context.origins.set(resolved.condition, written);
  return resolved;
}

function resolvedAs(property: Cursor, written: Cursor, valueKey: string): ResolvedDependence {
  const members = written.at('options')?.members();
  if (!members) {
    const target = written.at('answers')?.texts() ?? [];
    return { condition: { valueKey, operator: 'in', target }, dependsOn: { valueKey } };
  }
  const lists = Object.fromEntries([...members].map(([answer, list]) => [answer, list.text() ?? '']));
  if (mayBeText(property)) {
    return {
      condition: { valueKey, operator: 'answered' },
      dependsOn: { valueKey, lists, otherwise: 'text' },
    };
  }
  return {
    condition: { valueKey, operator: 'in', target: [...members.keys()] },
    dependsOn: { valueKey, lists },
  };
}

/** Returns the final key of the controlling choice; undefined if there is none. */
function controllingKey(written: Cursor, scope: Scope, context: CompileContext): string | undefined {
  const name = written.at('valueKey');
  if (name?.text() === undefined) return undefined;
  const found = resolveName(name, scope, context.report, {
    code: 'unknown-key',
    found: `"${name.text()}" as the question that controls this one`,
    expected: 'the key of a question of the form',
    otherwise: 'Look the key up in the files of its page; a key from a block begins with its prefix.',
    elsewhere: 'the controlling question',
  });
  if (!found) return undefined;
  context.uses.push({ at: written, found });
  return found.kind === 'question' && isSingleChoice(found.property) ? found.key : undefined;
}
