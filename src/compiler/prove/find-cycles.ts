import type { Condition } from '#form/definition/definition.ts';
import { namesWithin } from '#form/conditions/condition-parts.ts';
import type { Proof } from './proof.ts';

/** Reports and returns questions whose visibility depends on their own answer, directly or indirectly. */
export function findCycles({ model, partner, report }: Proof): ReadonlySet<string> {
  const named = (key: string): readonly string[] => {
    const question = model.questions.get(key);
    const conditions = [question?.visibleWhen, ...model.namedLawsOf(key).map(({ shownWhen }) => shownWhen)];
    return conditions.flatMap((condition) =>
      namesWithin(condition).flatMap((name) => model.questionNamed(name)?.key ?? []),
    );
  };
  const seen = new Set<string>();
  for (const key of model.questions.keys()) {
    const circle = cycleThrough(key, named);
    if (!circle || circle.some((each) => seen.has(each))) continue;
    for (const each of circle) seen.add(each);
    const question = model.questions.get(key);
    const at =
      (question && writtenAt(question.visibleWhen, partner.origins)) ?? partner.taken.keys.get(key)?.property;
    if (!at) continue;
    const trail = [...circle, key].map((each) => `"${each}"`).join(' ← ');
    report(at, {
      code: 'circle',
      found:
        circle.length === 1
          ? `the question "${key}", which shows or hides by its own answer`
          : `the question "${key}", whose showing depends on itself: ${trail}`,
      expected: 'conditions that lead to questions which do not depend on this one',
      cure: 'Change the condition of one of these questions.',
    });
  }
  return seen;
}

/** Returns the shortest cycle through a key, starting with it. */
function cycleThrough(
  start: string,
  named: (key: string) => readonly string[],
): readonly string[] | undefined {
  const before = new Map<string, string>();
  const waiting = [start];
  for (const key of waiting) {
    for (const next of named(key)) {
      if (next === start) return trailTo(key, start, before);
      if (before.has(next)) continue;
      before.set(next, key);
      waiting.push(next);
    }
  }
  return undefined;
}

function trailTo(end: string, start: string, before: ReadonlyMap<string, string>): readonly string[] {
  const trail: string[] = [];
  for (let key: string | undefined = end; key !== undefined && key !== start; key = before.get(key)) {
    trail.unshift(key);
  }
  return [start, ...trail];
}

function writtenAt(condition: Condition | undefined, origins: Proof['partner']['origins']) {
  if (!condition) return undefined;
  const parts = 'all' in condition ? [condition, ...condition.all.toReversed()] : [condition];
  return parts.flatMap((part) => origins.get(part) ?? [])[0];
}
