/** A year of applications. Times are ISO instants. */
export type Cycle = {
  /** As students and staff call it, for example `2027–28`. */
  readonly name: string;
  /** First moment in which an application can be started. */
  readonly opens?: string;
  /** Exclusive end: the end of the minute set by the partner. */
  readonly closes?: string;
};

/** Whether a cycle has not opened yet, is open, or has closed. */
export function cyclePhase({ opens, closes }: Cycle, now: Date): 'early' | 'open' | 'closed' {
  if (opens !== undefined && now < new Date(opens)) return 'early';
  return closes !== undefined && now >= new Date(closes) ? 'closed' : 'open';
}

type Submitted = { readonly cycle: string | null; readonly submittedAt: Date | null };

/** Returns the cycle of an application: a draft is always in the form's, `present`. */
export function cycleNameOf(present: Cycle | undefined, { cycle, submittedAt }: Submitted): string | null {
  if (submittedAt === null) return present?.name ?? null;
  // Submitted in this cycle before it had a name, or on an older server.
  const isUnnamed = cycle === null && present?.opens !== undefined && submittedAt >= new Date(present.opens);
  return isUnnamed ? present.name : cycle;
}

/** Returns the cycle for which a student can apply again; undefined if there is none. */
export function nextCycle(
  present: Cycle | undefined,
  current: Submitted,
  past: readonly Pick<Submitted, 'cycle'>[],
): Cycle | undefined {
  const used = [cycleNameOf(present, current), ...past.map(({ cycle }) => cycle)];
  return present === undefined || used.includes(present.name) ? undefined : present;
}
