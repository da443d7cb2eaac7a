import type { Condition, PageDefinition } from '#form/definition/definition.ts';
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

/** Reports pages that no button leads to, and buttons that lead in a circle. */
export function findPageFaults({ partner, report }: Proof): void {
  const { pages, defaultPage } = partner.definition;
  const form = partner.sources.cursor('form.json');
  const entries = form?.at('pages')?.items() ?? [];
  const at = (id: string) => entries.find((entry) => entry.at('page')?.text() === id);
  const ways = [
    { member: 'saveTo', next: nextOf(pages, 1), word: 'on' },
    { member: 'backTo', next: nextOf(pages, -1), word: 'back' },
  ] as const;
  for (const { member, next, word } of ways) {
    const circle = cycleIn(pages, next);
    const [first] = circle;
    const entry = circle.map((id) => at(id)).find((one) => one?.at(member));
    if (first === undefined || !entry) continue;
    report(entry.at(member) ?? entry, {
      code: 'page-circle',
      found: `pages whose buttons lead ${word} in a circle: ${[...circle, first].map((id) => `"${id}"`).join(' → ')}`,
      expected:
        member === 'saveTo' ? 'buttons that lead to the last page' : 'buttons that lead to the first page',
      cure: `Change or remove "${member}" of one of these pages.`,
    });
  }
  const reached = reachedFrom(
    defaultPage,
    ways.map(({ next }) => next),
  );
  for (const { id } of pages) {
    const entry = at(id);
    if (reached.has(id) || !entry) continue;
    report(entry, {
      code: 'unreachable-page',
      found: `the page "${id}", which no button leads to from the page "${defaultPage}", where students begin`,
      expected: 'every page behind a button of another',
      cure: `Name it in "saveTo" or "backTo" of another page, or remove it.`,
    });
  }
}

type Next = (id: string) => string | undefined;

function nextOf(pages: readonly PageDefinition[], step: 1 | -1): Next {
  return (id) => {
    const index = pages.findIndex((page) => page.id === id);
    const page = pages[index];
    const named = step === 1 ? page?.saveTo : page?.backTo;
    return named ?? pages[index + step]?.id;
  };
}

/** Returns the pages of a cycle, if the buttons lead into one. */
function cycleIn(pages: readonly PageDefinition[], next: Next): readonly string[] {
  for (const { id } of pages) {
    const trail = [id];
    for (let to = next(id); to !== undefined; to = next(to)) {
      const from = trail.indexOf(to);
      if (from >= 0) return trail.slice(from);
      trail.push(to);
    }
  }
  return [];
}

function reachedFrom(start: string, ways: readonly Next[]): ReadonlySet<string> {
  const reached = new Set([start]);
  // Grows during iteration.
  for (const id of reached) {
    for (const next of ways) {
      const to = next(id);
      if (to !== undefined) reached.add(to);
    }
  }
  return reached;
}
