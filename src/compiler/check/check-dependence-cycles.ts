import type { Context } from '../compile/context.ts';
import type { TakenNames } from '../compile/page-walk.ts';

/** No question depends on itself, directly or through others: it could never be asked. */
export function checkDependenceCycles({ keys }: TakenNames, { report }: Context): void {
  for (const [key, placed] of keys) {
    const trail = trailFrom(key, keys);
    const at = placed.property.at('dependsOn')?.at('valueKey');
    // A companion is under its own key, and leads nowhere itself.
    if (!at || placed.key !== key || trail.at(-1) !== key) continue;
    // As the files write them: a block used twice has one circle.
    const names = [key, ...trail].map((one) => keys.get(one)?.name ?? one);
    report(at, {
      code: 'dependence-cycle',
      found: `the question "${placed.name}", which depends on itself: ${names.join(' ← ')}`,
      expected: 'questions that lead to one without "dependsOn"',
      cure: 'Remove "dependsOn" from one of these questions.',
    });
  }
}

/** The controlling questions one after the other, until there is none or one comes again. */
function trailFrom(key: string, keys: TakenNames['keys']): readonly string[] {
  const trail: string[] = [];
  let next = keys.get(key)?.dependsOn?.valueKey;
  while (next !== undefined && !trail.includes(next)) {
    trail.push(next);
    next = keys.get(next)?.dependsOn?.valueKey;
  }
  return trail;
}
