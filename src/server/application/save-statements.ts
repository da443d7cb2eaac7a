import type { Pool } from 'pg';
import type { MergeResult, StoredAnswers } from '#form/answers/merge-answers.ts';
import type { Answers } from '#form/definition/definition.ts';
import { runPrepared } from '../storage/prepared-statement.ts';
import { ABSOLUTE_MS, hashToken, IDLE_MS } from '../storage/session-store.ts';

/** What a save needs to know, read together with the session that asks for it. */
export type OpenedAnswers = StoredAnswers & {
  readonly studentId: string;
  readonly submittedAt: Date | null;
  readonly tokenHash: Buffer;
  readonly seenAt: Date;
};

export type Merged = Extract<MergeResult, { readonly kind: 'merged' }>;

const READ = {
  name: 'read-answers-by-session',
  text: `select a.student_id as "studentId", a.answers, a.versions, a.version, a.submitted_at as "submittedAt",
      s.token_hash as "tokenHash", s.seen_at as "seenAt"
    from session s join application a on a.student_id = s.student_id
    where s.token_hash = any($1::bytea[]) and s.seen_at > $2 and s.created_at > $3`,
};

/** Only what changed is sent; the version makes sure that it is put onto what was read. */
const WRITE = {
  name: 'write-answers',
  text: `update application
    set answers = answers || $1::jsonb, versions = versions || $2::jsonb, version = $3
    where student_id = $4 and version = $5 and submitted_at is null`,
};

/** The answers behind a token, while its session lives. */
export type ReadAnswers = (token: string, now: Date) => Promise<OpenedAnswers | undefined>;

type Waiting = {
  readonly tokenHash: Buffer;
  readonly resolve: (found: OpenedAnswers | undefined) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Reads session and answers in one query, so that a save costs two. Saves that arrive together are read
 * together: under load the way to the database costs more than what is done there.
 */
export function createAnswersReader(pool: Pool): ReadAnswers {
  let waiting: Waiting[] = [];
  return (token, now) => {
    if (waiting.length === 0) {
      setImmediate(() => {
        const batch = waiting;
        waiting = [];
        void readBatch(pool, batch, now);
      });
    }
    return new Promise((resolve, reject) => {
      waiting.push({ tokenHash: hashToken(token), resolve, reject });
    });
  };
}

async function readBatch(pool: Pool, batch: readonly Waiting[], now: Date): Promise<void> {
  const idleSince = new Date(now.getTime() - IDLE_MS);
  const openSince = new Date(now.getTime() - ABSOLUTE_MS);
  const hashes = batch.map(({ tokenHash }) => tokenHash);
  try {
    const { rows } = await runPrepared<OpenedAnswers>(pool, READ, [hashes, idleSince, openSince]);
    const found = new Map(rows.map((row) => [row.tokenHash.toString('hex'), row]));
    for (const { tokenHash, resolve } of batch) resolve(found.get(tokenHash.toString('hex')));
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}

/** Writes a merge unless somebody else wrote since `readVersion`, or submitted; tells whether it did. */
export async function writeMergedAnswers(
  pool: Pool,
  studentId: string,
  merged: Merged,
  readVersion: number,
): Promise<boolean> {
  const { answers, versions } = changesOf(merged);
  const values = [JSON.stringify(answers), JSON.stringify(versions), merged.version, studentId, readVersion];
  const result = await runPrepared(pool, WRITE, values);
  return result.rowCount === 1;
}

function changesOf({ answers, changed, version }: Merged) {
  const changes: Answers = Object.fromEntries(changed.map((key) => [key, answers[key] ?? '']));
  return { answers: changes, versions: Object.fromEntries(changed.map((key) => [key, version])) };
}
