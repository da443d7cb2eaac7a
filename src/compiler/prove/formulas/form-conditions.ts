import { negateCondition } from '#compiler/compile/negate.ts';
import type { Comparison, Condition, FormDefinition } from '#form/definition/definition.ts';
import { questionsOf } from '#form/definition/form-part.ts';

/** All comparisons of a definition, wherever they are, and further ones, by the key or id that they name; each once. */
export function comparisonsByKey(
  definition: FormDefinition,
  further: readonly Comparison[] = [],
): ReadonlyMap<string, readonly Comparison[]> {
  const found = new Map(further.map((comparison) => [JSON.stringify(comparison), comparison]));
  const questions = [...questionsOf(definition).values()];
  const conditions = [
    ...definition.pages.flatMap(({ clearing }) => clearing.map(({ when }) => when)),
    ...questions.flatMap(({ visibleWhen, requiredWhen, rules, relations }) => [
      visibleWhen,
      requiredWhen,
      ...rules.map(({ when }) => when),
      ...(relations ?? []).map(({ when }) => when),
    ]),
  ];
  // The answer that opens a list is distinguished from the others, too.
  const opening = questions.flatMap(({ dependsOn }) =>
    Object.keys(dependsOn?.lists ?? {}).map((target): Comparison => {
      return { valueKey: dependsOn?.valueKey ?? '', operator: 'equals', target };
    }),
  );
  for (const comparison of [...opening, ...conditions.flatMap((condition) => comparisonsIn(condition))]) {
    found.set(JSON.stringify(comparison), comparison);
  }
  return Map.groupBy(found.values(), ({ valueKey }) => valueKey);
}

/** The comparisons of a condition, in their order. */
export function comparisonsIn(condition: Condition | undefined): readonly Comparison[] {
  if (condition === undefined) return [];
  if ('all' in condition) return condition.all.flatMap((each) => comparisonsIn(each));
  if ('any' in condition) return condition.any.flatMap((each) => comparisonsIn(each));
  return 'not' in condition ? comparisonsIn(condition.not) : [condition];
}

/** Key → the conditions under which its answer is not cleared. */
export function shownOf(definition: FormDefinition): ReadonlyMap<string, readonly Condition[]> {
  const questions = questionsOf(definition);
  const shown = new Map<string, readonly Condition[]>();
  for (const { when, keys } of definition.pages.flatMap(({ clearing }) => clearing)) {
    const conditions = conjunctsOf(negateCondition(when));
    for (const key of new Set(keys.flatMap((each) => [each, ...(questions.get(each)?.parts ?? [])]))) {
      shown.set(key, [...(shown.get(key) ?? []), ...conditions]);
    }
  }
  return shown;
}

/** The parts of a conjunction; anything else is its only part. */
export function conjunctsOf(condition: Condition): readonly Condition[] {
  return 'all' in condition ? condition.all.flatMap((each) => conjunctsOf(each)) : [condition];
}
