import type { FormState } from '#form/definition/definition.ts';

/** A state, and what is said in it. */
type Saying<Said> = { readonly state: FormState; readonly said: readonly Said[] };

/**
 * States put together as far as they go together, each with the first that it fits.
 *
 * @param isSaid whether all of this is still said in a state
 */
export function joinedStates<Said>(
  alone: readonly Saying<Said>[],
  isSaid: (state: FormState, said: readonly Said[]) => boolean,
): readonly Saying<Said>[] {
  const joined: Saying<Said>[] = [];
  // What is said while nothing is answered comes first: everything is missing there.
  const inOrder = alone.toSorted((one, other) => sizeOf(one.state) - sizeOf(other.state));
  for (const { state, said } of inOrder) {
    const fitting = joined.findIndex((other) => {
      const both = together(other.state, state);
      return both !== undefined && isSaid(both, [...other.said, ...said]);
    });
    const other = joined[fitting];
    const both = other && together(other.state, state);
    if (other && both) joined[fitting] = { state: both, said: [...other.said, ...said] };
    else joined.push({ state, said });
  }
  return joined;
}

function sizeOf({ answers, tabs, opened }: FormState): number {
  return Object.keys(answers).length + Object.keys(tabs).length + (opened?.size ?? 0);
}

/** Both states in one; undefined where they contradict each other. */
export function together(one: FormState, other: FormState): FormState | undefined {
  const parts = ['answers', 'tabs', 'counts'] as const;
  const isContrary = parts.some((part) =>
    Object.entries(one[part]).some(
      ([key, value]) => key in other[part] && JSON.stringify(other[part][key]) !== JSON.stringify(value),
    ),
  );
  if (isContrary) return undefined;
  return {
    answers: { ...one.answers, ...other.answers },
    tabs: { ...one.tabs, ...other.tabs },
    counts: { ...one.counts, ...other.counts },
    opened: new Set([...(one.opened ?? []), ...(other.opened ?? [])]),
  };
}
