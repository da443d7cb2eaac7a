import { type ExpressionBuilder, sql } from 'kysely';
import { printError, type OnError } from '../http/error-log.ts';
import { longTransaction, type Database, type Transaction } from '../database/database.ts';
import type { AuditKind } from './audit-kinds.ts';
import type { AuditResult, Tables } from '../database/tables.ts';

/** An event. Never includes a password, code, token or answer, not even in `detail`. */
export type AuditEvent = {
  readonly kind: AuditKind;
  /** Canonical address; '' if no account is named. */
  readonly username: string;
  /** Origin: the address of the client, {@link BY_OPERATOR} or {@link BY_SERVER}. */
  readonly client: string;
  /** Default: `ok`. */
  readonly result?: AuditResult;
  readonly detail?: string | undefined;
  /** Person who ran the command; absent without a command. */
  readonly operator?: string;
};

/** An address in the trail, while it belonged to one student. */
export type TrailAddress = {
  readonly email: string;
  readonly after?: Date | undefined;
  readonly until?: Date | undefined;
};

/** Filters of a search. Default: all events. */
type AuditSearch = {
  /** Addresses of one student. */
  readonly addresses?: readonly TrailAddress[] | undefined;
  readonly kind?: string | undefined;
  /** The address of a client, {@link BY_OPERATOR}, {@link BY_SERVER}, or the name of an operator. */
  readonly client?: string | undefined;
  /** Only operator actions, and views opened by links. */
  readonly isByStaff?: boolean;
  readonly since?: Date;
  readonly before?: Date | undefined;
  /** Maximum number of newest events. */
  readonly limit: number;
};

/** `client` of operator commands. */
export const BY_OPERATOR = 'operator';

/** `client` of automatic actions of the server. */
export const BY_SERVER = 'server';

/** Days for which the database refuses to delete an event. */
export const LEAST_KEPT_DAYS = 30;

/** Recorded log-ins, log-outs and requests for mails per address and hour: loops would fill the trail. */
export const LINES_PER_HOUR = 60;

/** Rows per statement: a deadline's night can leave millions. */
const FORGOTTEN_AT_ONCE = 1000;

export type AuditTrail = ReturnType<typeof createAuditTrail>;

/** Creates an append-only log of events, enforced by the database. Names are removed with their students. */
export function createAuditTrail(
  db: Database,
  clock: () => Date,
  onError: OnError = printError,
  onEvent: (event: AuditEvent) => void = () => undefined,
) {
  const insert = (on: Database, event: AuditEvent): Promise<unknown> => {
    onEvent(event);
    return on.insertInto('audit').values(rowOf(event, clock())).execute();
  };
  return {
    /** Writes one event, with `transaction` on its commit. Without one, an error is logged, and the call succeeds. */
    async record(event: AuditEvent, transaction?: Transaction): Promise<void> {
      if (transaction) return void (await insert(transaction, event));
      await insert(db, event).catch((error: unknown) => onError('audit', error));
    },
    /** Writes an event unless `most` with its kind, result and address were written in the last hour. */
    async recordSome(event: AuditEvent, most: number, transaction: Transaction) {
      const { kind, result = 'ok', username } = event;
      const { count } = await transaction
        .selectFrom(recentEvents(transaction, [{ email: username }]))
        .select((is) => is.fn.countAll().as('count'))
        .where((is) => is.and({ kind, result }))
        .where('at', '>', new Date(clock().getTime() - 3_600_000))
        .executeTakeFirstOrThrow();
      if (Number(count) < most) await insert(transaction, event);
    },
    /** Records an event before its subject is shown. @throws Error if it cannot */
    async recordFirst(event: AuditEvent) {
      await insert(db, event);
    },
    /** Returns the newest event of some kinds, among recent ones. */
    newestOf: (addresses: readonly TrailAddress[], kinds: readonly AuditKind[]) =>
      db
        .selectFrom(recentEvents(db, addresses))
        .select(['at', 'kind'])
        .where('kind', 'in', kinds)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst(),
    /** Returns the newest matching events with the operator, oldest first. */
    async find(search: AuditSearch) {
      const newest = await longTransaction(db, (transaction) => newestEvents(transaction, search).execute());
      return newest.toReversed();
    },
    /** Replaces a student's addresses with one pseudonym. @returns the number of events */
    async unname(addresses: readonly TrailAddress[], transaction: Transaction): Promise<number> {
      const { numUpdatedRows } = await transaction
        .updateTable('audit')
        .set({ username: sql`'deleted:' || (select gen_random_uuid())` })
        .where(isUnder(addresses))
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },
    /** Deletes, in batches, events before a time that are at least {@link LEAST_KEPT_DAYS} days old. */
    async forgetBefore(time: Date): Promise<void> {
      const allowed = sql<Date>`now() - make_interval(days => ${LEAST_KEPT_DAYS})`;
      const isOld = sql<boolean>`ctid = any(array(select ctid from audit
        where at < ${time} and at < ${allowed} limit ${FORGOTTEN_AT_ONCE}))`;
      let forgotten = FORGOTTEN_AT_ONCE;
      while (forgotten === FORGOTTEN_AT_ONCE) {
        const { numDeletedRows } = await db.deleteFrom('audit').where(isOld).executeTakeFirst();
        forgotten = Number(numDeletedRows);
      }
    },
  };
}

function rowOf({ detail = '', operator, result = 'ok', ...event }: AuditEvent, at: Date) {
  return { ...event, at, result, detail: detail === '' ? null : detail, operator: operator ?? null };
}

/** Whether an event belongs to one of the addresses. */
function isUnder(addresses: readonly TrailAddress[]) {
  return (is: ExpressionBuilder<Tables, 'audit'>) =>
    is.or(
      addresses.map(({ email, after, until }) =>
        is.and([
          is('username', '=', email),
          ...(after === undefined ? [] : [is('at', '>', after)]),
          ...(until === undefined ? [] : [is('at', '<=', until)]),
        ]),
      ),
    );
}

function newestEvents(db: Database, search: AuditSearch) {
  const { addresses, kind, client, isByStaff = false, since = new Date(0), before, limit } = search;
  return db
    .selectFrom('audit')
    .select(['at', 'kind', 'username', 'client', 'result', 'detail', 'operator'])
    .where('at', '>=', since)
    .$if(before !== undefined, (query) => query.where('at', '<', before ?? since))
    .$if(addresses !== undefined, (query) => query.where(isUnder(addresses ?? [])))
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .$if(client !== undefined, (query) =>
      query.where((is) => is.or([is('client', '=', client ?? ''), is('operator', '=', client ?? '')])),
    )
    .$if(isByStaff, (query) =>
      query.where((is) =>
        is.or([
          is('client', '=', BY_OPERATOR),
          is.and([is('kind', 'in', ['service-view', 'prefill']), is('client', '!=', BY_SERVER)]),
        ]),
      ),
    )
    .orderBy('id', 'desc')
    .limit(limit);
}

/** Events in which one of a student is searched: more than a year of them, unless they log in in a loop. */
const MOST_SEARCHED = 10_000;

function recentEvents(db: Database, addresses: readonly TrailAddress[]) {
  return newestEvents(db, { addresses, limit: MOST_SEARCHED }).select('id').as('recent');
}

/** Returns the trail with the operator's name added to operator events. */
export function namingOperator(audit: AuditTrail, operator: string): AuditTrail {
  const named = (event: AuditEvent): AuditEvent =>
    event.client === BY_OPERATOR ? { ...event, operator } : event;
  return {
    ...audit,
    record: (event, transaction) => audit.record(named(event), transaction),
    recordFirst: (event) => audit.recordFirst(named(event)),
  };
}
