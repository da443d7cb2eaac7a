import { negateCondition } from '#compiler/compile/negate.ts';
import { comparisonsWithin } from '#form/conditions/condition-parts.ts';
import type { Comparison, Condition, FormDefinition } from '#form/definition/definition.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import { memoizeByObject } from '#form/definition/memoize-by-object.ts';

/** Groups the distinct comparisons of a definition by key or ID. */
export function comparisonsByKey(
  definition: FormDefinition,
  further: readonly Comparison[] = [],
): ReadonlyMap<string, readonly Comparison[]> {
  const all = [...further, ...allComparisons(definition)];
  const different = new Map(all.map((comparison) => [JSON.stringify(comparison), comparison]));
  return Map.groupBy(different.values(), ({ valueKey }) => valueKey);
}

/** Lists all comparisons of a definition, and one per answer that opens a list. */
export const allComparisons = memoizeByObject((definition: FormDefinition): readonly Comparison[] => {
  const opening = [...questionsOf(definition).values()].flatMap(({ dependsOn }) =>
    Object.keys(dependsOn?.lists ?? {}).map((target): Comparison => {
      return { valueKey: dependsOn?.valueKey ?? '', operator: 'equals', target };
    }),
  );
  return [...opening, ...comparisonsWithin(definition.pages)];
});

/** Key → conditions under which its answer is not cleared. */
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

/** Returns the parts of a conjunction; anything else is its only part. */
export function conjunctsOf(condition: Condition): readonly Condition[] {
  return 'all' in condition ? condition.all.flatMap((each) => conjunctsOf(each)) : [condition];
}
