import { sql, type RawBuilder } from 'kysely';

/** `burst` at once, then one every `everyMs`. Debits beyond the burst delay later calls. */
export type Rate = { readonly burst: number; readonly everyMs: number };

/** Consecutive tries at a secret. `free` without a wait, then with doubling waits. */
export type Backoff = {
  readonly key: string;
  /** The wait after this try is one second, after the next two, … up to {@link LONGEST_WAIT_MS}. */
  readonly free: number;
  /** Maximum tries until the backoff is reset. Default: no limit. */
  readonly most?: number;
  /** Time after the last try until the backoff is reset. */
  readonly resetAfterMs: number;
};

/** One step: consume, peek, or count a try. `isDebt` consumes even when none is left. */
export type LimitStep =
  | { readonly kind: 'consume'; readonly key: string; readonly rate: Rate; readonly isDebt?: boolean }
  | { readonly kind: 'peek'; readonly key: string; readonly rate: Rate }
  | { readonly kind: 'try'; readonly backoff: Backoff };

/** Result of one step. `waitMs` is 0 when it was granted; `isSpent` means that waiting does not help. */
export type LimitTry = { readonly tries: number; readonly waitMs: number; readonly isSpent: boolean };

/** Maximum wait, so that strangers cannot lock anybody out permanently (OWASP ASVS 6.1.1). */
const LONGEST_WAIT_MS = 15 * 60_000;

/** Maximum debt, in bursts. */
const MOST_BURSTS = 2;

/** Allowed clock difference between servers. Later times come from a clock that has been set back since. */
const TOLERANCE_MS = 60_000;

/** One row per step. `tries` is null if refused or not reached; `before` and `free_at` are the former values. */
export type StepRow = {
  readonly tries: number | null;
  readonly before: number | null;
  readonly free_at: Date | null;
};

/** Builds one statement for all steps, in order. Each runs only if the previous was granted. */
export function stepStatement(
  steps: readonly LimitStep[],
  hashOf: (key: string) => Buffer,
  now: Date,
): RawBuilder<StepRow> {
  const parts = steps.map((step, index) => {
    const after = index === 0 ? sql`(select 1) one` : sql.ref(`step${index - 1}`);
    return sql`${sql.ref(`step${index}`)} as (${partOf(step, { hash: hashOf(keyOf(step)), after, now })})`;
  });
  const rows = steps.map(
    (step, index) => sql`select ${sql.lit(index)} as step,
      (select tries from ${sql.ref(`step${index}`)}) as tries, old.tries as before, old.free_at
      from (select 1) one left join limit_state old on old.key = ${hashOf(keyOf(step))}`,
  );
  return sql<StepRow>`with ${sql.join(parts)} ${sql.join(rows, sql` union all `)} order by step`;
}

/** Returns the result of a step from its row. */
export function stepResultOf(step: LimitStep, { tries, before, free_at }: StepRow, now: Date): LimitTry {
  if (tries !== null) return { tries, waitMs: 0, isSpent: false };
  if (step.kind !== 'try') {
    return { tries: before ?? 0, waitMs: waitUntil(free_at, newestOf(step, now)), isSpent: false };
  }
  const isSpent = (before ?? 0) >= mostOf(step.backoff);
  return { tries: before ?? 0, waitMs: isSpent ? LONGEST_WAIT_MS : waitUntil(free_at, now), isSpent };
}

function keyOf(step: LimitStep): string {
  return step.kind === 'try' ? step.backoff.key : step.key;
}

/** Times after `newest` mean a wait, unless they are after `furthest`. */
type Within = { readonly newest: Date; readonly furthest: Date };
type Place = { readonly hash: Buffer; readonly after: RawBuilder<unknown>; readonly now: Date };

function partOf(step: LimitStep, place: Place): RawBuilder<unknown> {
  if (step.kind === 'try') return tryPart(step.backoff, place);
  const within = { newest: newestOf(step, place.now), furthest: furthestOf(step, place.now) };
  return step.kind === 'consume' ? consumePart(step, within, place) : peekPart(within, place);
}

/** Returns how far ahead the time of a rate can be. */
function newestOf(step: Exclude<LimitStep, { kind: 'try' }>, now: Date): Date {
  const { burst, everyMs } = step.rate;
  return laterStep(now, (burst - 1) * everyMs);
}

/** Returns the latest valid time of a rate; a peeked one can be a debt. */
function furthestOf(step: Exclude<LimitStep, { kind: 'try' }>, now: Date): Date {
  const { burst, everyMs } = step.rate;
  const bursts = step.kind === 'peek' || step.isDebt ? MOST_BURSTS : 1;
  return laterStep(now, bursts * burst * everyMs + TOLERANCE_MS);
}

type Consumption = Extract<LimitStep, { kind: 'consume' }>;

/** Advances the time of a rate by `everyMs`, up to the burst ahead (generic cell rate algorithm); a debt up to two. */
function consumePart(
  { rate: { burst, everyMs }, isDebt = false }: Consumption,
  { newest, furthest }: Within,
  { hash, after, now }: Place,
) {
  const most = sql`${laterStep(now, (isDebt ? MOST_BURSTS : 1) * burst * everyMs)}::timestamptz`;
  const first = sql`least(${laterStep(now, everyMs)}::timestamptz, ${most})`;
  const next = sql`case when old.free_at > ${furthest} then ${first}
    else least(greatest(old.free_at, ${now}::timestamptz) + ${everyMs}::float8 * interval '1 ms', ${most}) end`;
  return sql`insert into limit_state as old (key, tries, free_at, kept_until)
    select ${hash}::bytea, 1, ${first}, ${first} from ${after}
    on conflict (key) do update set tries = old.tries + 1, free_at = ${next}, kept_until = ${next}
      where ${isDebt} or old.free_at <= ${newest} or old.free_at > ${furthest}
    returning tries`;
}

function peekPart({ newest, furthest }: Within, { hash, after }: Place) {
  return sql`select 0 as tries from ${after}
    where not exists (
      select from limit_state where key = ${hash} and free_at > ${newest} and free_at <= ${furthest})`;
}

function tryPart(backoff: Backoff, { hash, after, now }: Place) {
  const kept = laterStep(now, backoff.resetAfterMs);
  const tries = sql`case when old.kept_until <= ${now} then 1 else old.tries + 1 end`;
  return sql`insert into limit_state as old (key, tries, free_at, kept_until)
    select ${hash}::bytea, 1, ${now}::timestamptz + ${waitAfter(sql`1`, backoff)}, ${kept}::timestamptz from ${after}
    on conflict (key) do update
      set tries = ${tries}, free_at = ${now}::timestamptz + ${waitAfter(tries, backoff)}, kept_until = ${kept}
      where old.kept_until <= ${now} or (
        (old.free_at <= ${now} or old.free_at > ${laterStep(now, LONGEST_WAIT_MS + TOLERANCE_MS)})
        and old.tries < ${mostOf(backoff)}::int)
    returning tries`;
}

function mostOf({ most = 2 ** 31 - 1 }: Backoff): number {
  return most;
}

/** Limits the exponent, to avoid an overflow. */
function waitAfter(tries: RawBuilder<unknown>, { free }: Backoff) {
  return sql`case when ${tries} < ${free}::int then interval '0'
    else least(${LONGEST_WAIT_MS / 1000}, power(2, least(${tries} - ${free}::int, 20))) * interval '1 s' end`;
}

function laterStep(time: Date, milliseconds: number): Date {
  return new Date(time.getTime() + milliseconds);
}

/** At least 1 ms: a call refused at the same instant as another was granted must wait. */
function waitUntil(free: Date | null, from: Date): number {
  return Math.max(1, (free ?? from).getTime() - from.getTime());
}
