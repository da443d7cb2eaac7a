import type { CompiledSchemas } from '#compiler/compile-schemas.ts';
import { deadlinesOf } from '#form/deadlines/deadlines.ts';

/** Warns of past deadlines whose term can still be chosen. No fault: nobody changed a file. */
export function pastDeadlines(partners: CompiledSchemas['partners'], now: Date): readonly string[] {
  return [...partners].flatMap(([name, { settings }]) => {
    const deadlines = deadlinesOf(Object(settings));
    if (deadlines === undefined) return [];
    const past = deadlines.dates.filter(({ ends }) => Date.parse(ends) <= now.getTime());
    const then =
      deadlines.afterDeadline === 'accept' ? 'is taken as late' : 'is refused although they can choose it';
    return past.map(
      ({ term, label }) =>
        `The deadline for “${label}” (${term}) in partners/${name}.json is past: who chooses it ${then}.`,
    );
  });
}
