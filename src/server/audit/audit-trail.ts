import { sql, type Transaction } from 'kysely';
import { printFault, type OnFault } from '../fault-log.ts';
import type { Database } from '../storage/database.ts';
import type { AuditResult, Tables } from '../storage/tables.ts';

export type AuditKind =
  | 'signup'
  | 'confirm'
  | 'resend'
  | 'login'
  | 'logout'
  | 'forgot'
  | 'reset'
  | 'session-ended'
  | 'submit'
  | 'export'
  | 'delete'
  | 'prefill'
  | 'service-view'
  | 'upload'
  | 'conversion'
  | 'document-deleted'
  | 'pdf-copy'
  | 'moved'
  | 'secret-rotated'
  | 'throttled'
  | 'many-failures';

/** What happened. Never a password, code, token or answer, in `detail` neither. */
export type AuditEvent = {
  readonly kind: AuditKind;
  /** Canonical address; empty where nobody is named. */
  readonly username: string;
  /** From where: the address of the client, {@link BY_OPERATOR} or {@link BY_SERVER}. */
  readonly client: string;
  readonly result: AuditResult;
  readonly detail?: string | undefined;
};

type RecordedEvent = Omit<AuditEvent, 'kind' | 'detail'> & {
  readonly at: Date;
  /** Another version may have written it. */
  readonly kind: string;
  readonly detail: string | null;
};

/** The `client` of what a command of the operator did. */
export const BY_OPERATOR = 'operator';

/** The `client` of what the server did by itself. */
export const BY_SERVER = 'server';

/** Days that no event is forgotten for, whoever asks: the database itself refuses (the migration says how). */
export const LEAST_KEPT_DAYS = 30;

/**
 * What happened, in lines that are added and never changed: the database refuses that. Names go with their students,
 * and lines at the end of their time; there is no other way.
 */
export interface AuditTrail {
  /**
   * Writes one event; with `transaction` it is there only if that commits. Without one a failure is logged and not
   * thrown: a student is not refused because a line of the trail is missing.
   */
  record(event: AuditEvent, transaction?: Transaction<Tables>): Promise<void>;
  /** Writes events that are there only if the transaction commits. */
  recordAll(events: readonly AuditEvent[], transaction: Transaction<Tables>): Promise<void>;
  /** The newest events of an address, oldest first. */
  of(username: string, limit: number, since?: Date): Promise<RecordedEvent[]>;
  /**
   * Puts a name that says nothing, the same in all its events, in the place of an address, within the caller's
   * transaction. @returns how many events there are
   */
  unname(username: string, transaction: Transaction<Tables>): Promise<number>;
  /** Forgets events from before a time, of those that are at least {@link LEAST_KEPT_DAYS} days old. */
  forgetBefore(time: Date): Promise<void>;
}

export function createAuditTrail(db: Database, clock: () => Date, onFault: OnFault = printFault): AuditTrail {
  const rowOf = ({ detail = '', ...event }: AuditEvent) => ({
    ...event,
    at: clock(),
    detail: detail === '' ? null : detail,
  });
  const insert = (on: Database, ...events: readonly AuditEvent[]): Promise<unknown> =>
    on.insertInto('audit').values(events.map(rowOf)).execute();
  return {
    async record(event, transaction) {
      if (transaction) return void (await insert(transaction, event));
      await insert(db, event).catch((error: unknown) => onFault('audit', error));
    },
    recordAll: async (events, transaction) => void (await insert(transaction, ...events)),
    async of(username, limit, since = new Date(0)) {
      const newest = await db
        .selectFrom('audit')
        .select(['at', 'kind', 'username', 'client', 'result', 'detail'])
        .where('username', '=', username)
        .where('at', '>=', since)
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return newest.toReversed();
    },
    async unname(username, transaction) {
      const { numUpdatedRows } = await transaction
        .updateTable('audit')
        .set({ username: sql`'deleted:' || (select gen_random_uuid())` })
        .where('username', '=', username)
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },
    async forgetBefore(time) {
      await db
        .deleteFrom('audit')
        .where('at', '<', time)
        .where('at', '<', sql<Date>`now() - make_interval(days => ${LEAST_KEPT_DAYS})`)
        .execute();
    },
  };
}
