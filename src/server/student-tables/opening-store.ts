import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Database } from '#server/database/database.ts';
import { decryptedApplication } from '#server/encryption/row-encryption.ts';
import { APPLICATION_COLUMNS } from './application-store.ts';
import { selectPastApplications } from './cycle-store.ts';
import { decryptedDocument, DOCUMENT_COLUMNS } from './document-store.ts';
import { liveSessionOf } from './session-store.ts';
import { IN_ORDER } from './status-store.ts';

/** Far more than displayed; the page only checks whether this log-in is the first. */
const MOST_LOGINS = 100;

/** A live session with the data that its page opens with. */
export type PageLoad = NonNullable<Awaited<ReturnType<typeof findOpening>>>;

/** Reads a session and everything its page opens with, at once. Costs one round trip. */
export async function findOpening(db: Database, token: string, now: Date) {
  const row = await liveSessionOf(db, token, now)
    .leftJoin('submission', 'submission.student_id', 'session.student_id')
    .select(APPLICATION_COLUMNS)
    .select(['submission.receipt', 'submission.deadline', 'submission.is_late as isLate'])
    .select((given) => [
      jsonArrayFrom(
        given
          .selectFrom('document')
          .select(DOCUMENT_COLUMNS)
          .whereRef('document.student_id', '=', 'session.student_id')
          .where('status', '!=', 'NOT_ANSWERED')
          .orderBy('answer_key'),
      ).as('documents'),
      jsonArrayFrom(
        given
          .selectFrom('web_status')
          .select(['web_status', 'at'])
          .whereRef('web_status.student_id', '=', 'session.student_id')
          .orderBy(IN_ORDER),
      ).as('steps'),
      jsonArrayFrom(
        given
          .selectFrom('login')
          .select('at')
          .whereRef('login.student_id', '=', 'session.student_id')
          .orderBy('at', 'desc')
          .limit(MOST_LOGINS),
      ).as('logins'),
      jsonArrayFrom(selectPastApplications(db, sql.ref('session.student_id'))).as('past'),
    ])
    .executeTakeFirst();
  return (
    row && {
      ...decryptedApplication(db, row),
      documents: row.documents.map((each) => decryptedDocument(db, each)),
      steps: row.steps.map(({ web_status, at }) => ({ web_status, at: new Date(at) })),
      /** Oldest first. */
      logins: row.logins.map(({ at }) => new Date(at)).toReversed(),
      /** Newest first. */
      past: row.past.map((each) => ({ ...each, submittedAt: new Date(each.submittedAt) })),
    }
  );
}
