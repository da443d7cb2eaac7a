import type { Transaction } from 'kysely';
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

/**
 * Days that events are kept: a whole admissions cycle of a year, and a month to look into its end. Longer would
 * keep addresses of clients without a use for them.
 */
export const AUDIT_KEPT_DAYS = 400;
const DAY_MS = 86_400_000;

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
  /** Deletes the events of an address, within the caller's transaction. @returns how many there were */
  deleteOf(username: string, transaction: Transaction<Tables>): Promise<number>;
  /** Forgets what is older than {@link AUDIT_KEPT_DAYS}. */
  forgetOld(): Promise<void>;
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
    async deleteOf(username, transaction) {
      const { numDeletedRows } = await transaction
        .deleteFrom('audit')
        .where('username', '=', username)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
    async forgetOld() {
      const before = new Date(clock().getTime() - AUDIT_KEPT_DAYS * DAY_MS);
      await db.deleteFrom('audit').where('at', '<', before).execute();
    },
  };
}
