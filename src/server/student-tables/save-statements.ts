import type { Pool, QueryResult, QueryResultRow } from 'pg';
import type { MergeResult, StoredAnswers } from '#form/answers/merge-answers.ts';
import type { Answers } from '#form/definition/definition.ts';
import { sealingOf, type SealedAnswers, type Sealing } from '#server/encryption/sealing.ts';
import { SESSION_AHEAD_MS, SESSION_LIFE_MS, SESSION_IDLE_MS } from '#server/sessions/session-store.ts';
import type { Database } from '#server/storage/database.ts';
import { hashToken } from '#server/token.ts';

/** What a save needs to know, read together with the session that asks for it. */
export type OpenedAnswers = StoredAnswers & {
  readonly studentId: string;
  readonly submittedAt: Date | null;
  readonly heldAt: Date | null;
  readonly tokenHash: Buffer;
  readonly seenAt: Date;
  /** About how many bytes the answers take. */
  readonly size: number;
};

export type MergedAnswersRow = Extract<MergeResult, { readonly kind: 'merged' }>;

const READ = {
  name: 'read-answers-by-session',
  text: `select a.student_id as "studentId", a.answers, a.versions, a.version, a.submitted_at as "submittedAt",
      a.held_at as "heldAt", s.token_hash as "tokenHash", s.seen_at as "seenAt", pg_column_size(a.answers) as size
    from session s join application a on a.student_id = s.student_id
    where s.token_hash = any($1::bytea[]) and s.seen_at > $2 and s.created_at > $3 and s.seen_at < $4`,
};

/**
 * Only what changed is sent; the version makes sure that it is put onto what was read, and the session that it is
 * still the student who asks: what was read may be of an earlier save.
 */
const WRITE = {
  name: 'write-answers',
  text: `update application
    set answers = answers || $1::jsonb, versions = versions || $2::jsonb, version = $3
    where student_id = $4 and version = $5 and submitted_at is null and held_at is null and exists (
      select from session
      where token_hash = $6 and session.student_id = $4 and seen_at > $7 and created_at > $8
        and seen_at < $9)`,
};

/** The answers behind a token, while its session lives. */
export type ReadAnswers = (token: string, now: Date) => Promise<OpenedAnswers | undefined>;

/** One database: prepared statements run on its pool, and what is sealed is known to the query builder. */
type SaveDatabase = { readonly pool: Pool; readonly db: Database };

type ReadRow = Omit<OpenedAnswers, 'answers'> & { readonly answers: SealedAnswers };

type Waiting = {
  readonly tokenHash: Buffer;
  readonly resolve: (found: OpenedAnswers | undefined) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Reads session and answers in one query. Saves that arrive together are read together: under load the way to the
 * database costs more than what is done there.
 */
export function createAnswersReader({ pool, db }: SaveDatabase): ReadAnswers {
  const sealing = sealingOf(db);
  let waiting: Waiting[] = [];
  return (token, now) => {
    if (waiting.length === 0) {
      setImmediate(() => {
        const batch = waiting;
        waiting = [];
        void readBatch(pool, sealing, batch, now);
      });
    }
    return new Promise((resolve, reject) => {
      waiting.push({ tokenHash: hashToken(token), resolve, reject });
    });
  };
}

async function readBatch(pool: Pool, sealing: Sealing, batch: readonly Waiting[], now: Date): Promise<void> {
  const hashes = batch.map(({ tokenHash }) => tokenHash);
  try {
    const { rows } = await runPrepared<ReadRow>(pool, READ, [hashes, ...liveSince(now)]);
    const found = new Map(rows.map((row) => [row.tokenHash.toString('hex'), row]));
    for (const { tokenHash, resolve, reject } of batch) {
      const row = found.get(tokenHash.toString('hex'));
      try {
        resolve(row && { ...row, answers: sealing.open(`application:${row.studentId}`, row.answers) });
      } catch (error) {
        reject(error);
      }
    }
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}

/**
 * Writes a merge onto what was read, unless somebody else wrote since, the application is submitted or the session is
 * over. @returns whether it did
 */
export async function writeMergedAnswers(
  { pool, db }: SaveDatabase,
  opened: Pick<OpenedAnswers, 'studentId' | 'tokenHash' | 'version'>,
  merged: MergedAnswersRow,
  now: Date,
): Promise<boolean> {
  const { answers, versions } = changesOf(merged);
  const result = await runPrepared(pool, WRITE, [
    JSON.stringify(sealingOf(db).seal(`application:${opened.studentId}`, answers)),
    JSON.stringify(versions),
    merged.version,
    opened.studentId,
    opened.version,
    opened.tokenHash,
    ...liveSince(now),
  ]);
  return result.rowCount === 1;
}

/** A session lives that was seen after the first, begun after the second and seen before the third. */
function liveSince(now: Date): readonly [Date, Date, Date] {
  const ahead = (milliseconds: number): Date => new Date(now.getTime() + milliseconds);
  return [ahead(-SESSION_IDLE_MS), ahead(-SESSION_LIFE_MS), ahead(SESSION_AHEAD_MS)];
}

function changesOf({ answers, changed, version }: MergedAnswersRow) {
  const changes: Answers = Object.fromEntries(changed.map((key) => [key, answers[key] ?? '']));
  return { answers: changes, versions: Object.fromEntries(changed.map((key) => [key, version])) };
}

/** A statement that each connection plans once and keeps under its name. */
type PreparedStatement = { readonly name: string; readonly text: string };

/**
 * Runs one of the few statements that run all the time. Planning it anew costs as much as running it; the
 * query builder knows no names, hence the text. The client is always given back, never destroyed.
 */
async function runPrepared<Row extends QueryResultRow>(
  pool: Pool,
  statement: PreparedStatement,
  values: readonly unknown[],
): Promise<QueryResult<Row>> {
  const client = await pool.connect();
  try {
    return await client.query<Row>({ ...statement, values: [...values] });
  } finally {
    client.release();
  }
}
