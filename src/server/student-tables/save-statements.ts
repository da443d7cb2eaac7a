import type { MergeResult, StoredAnswers } from '#form/answers/merge-answers.ts';
import type { Answers } from '#form/definition/definition.ts';
import { sealingOf, type SealedAnswers } from '#server/encryption/sealing.ts';
import { SESSION_AHEAD_MS, SESSION_LIFE_MS, SESSION_IDLE_MS } from '#server/sessions/session-store.ts';
import type { Database } from '#server/storage/database.ts';
import type { PreparedStatement, RunPrepared } from '#server/storage/prepared-statements.ts';
import { storageFaultOf } from '#server/storage/storage-fault.ts';
import { createBatcher } from '../limits/batch.ts';
import { hashToken } from '../http/secret-token.ts';

/** What a save needs to know, read together with the session that asks for it. */
export type OpenedAnswers = StoredAnswers & {
  readonly studentId: string;
  readonly submittedAt: Date | null;
  readonly tokenHash: Buffer;
  readonly seenAt: Date;
  /** About how many bytes the answers take. */
  readonly size: number;
};

export type MergedAnswersRow = Extract<MergeResult, { readonly kind: 'merged' }>;

const READ: PreparedStatement = {
  name: 'read-answers-by-session',
  text: `select a.student_id as "studentId", a.answers, a.versions, a.version, a.submitted_at as "submittedAt",
      s.token_hash as "tokenHash", s.seen_at as "seenAt", pg_column_size(a.answers) as size
    from session s join application a on a.student_id = s.student_id
    where s.token_hash = any($1::bytea[]) and s.seen_at > $2 and s.created_at > $3 and s.seen_at < $4`,
};

/**
 * Only what changed is sent; the version makes sure that it is put onto what was read, and the session that it is
 * still the student who asks: what was read may be of an earlier save. An application that somebody else is just
 * changing is left out, so that nobody waits for who is saved together with them. The limit is how many there are: the
 * database would take them for a hundred, and go through the whole table.
 */
const WRITE: PreparedStatement = {
  name: 'write-answers-together',
  text: `with asked as materialized (
      select at, student_id, decode(token_hash, 'hex') as token_hash, version, answers, versions
      from json_to_recordset($1::json) as asked(
        at int, student_id uuid, token_hash text, version int, answers jsonb, versions jsonb)
      limit $2),
    open as materialized (
      select asked.at from asked join application a on a.student_id = asked.student_id
      where a.version = asked.version and a.submitted_at is null and exists (
        select from session s
        where s.token_hash = asked.token_hash and s.student_id = asked.student_id and s.seen_at > $3
          and s.created_at > $4 and s.seen_at < $5)
      for update of a skip locked)
    update application a
    set answers = a.answers || asked.answers, versions = a.versions || asked.versions,
      version = asked.version + 1
    from asked join open on open.at = asked.at
    where a.student_id = asked.student_id and a.version = asked.version
      and a.submitted_at is null
    returning asked.at`,
};

/** The answers behind a token, while its session lives. */
export type ReadAnswers = (token: string, now: Date) => Promise<OpenedAnswers | undefined>;

/** One database: its prepared statements, and the query builder that knows what is sealed. */
type SaveDatabase = { readonly runPrepared: RunPrepared; readonly db: Database };

type ReadRow = Omit<OpenedAnswers, 'answers'> & { readonly answers: SealedAnswers };

/** A second group goes while the first is answered. */
const GROUPS = { atOnce: 2, most: 50 };

type Reading = { readonly tokenHash: Buffer; readonly now: Date };

/** Reads session and answers in one query, those of saves that arrive together. */
export function createAnswersReader({ runPrepared, db }: SaveDatabase): ReadAnswers {
  const sealing = sealingOf(db);
  const read = createBatcher({ ...GROUPS, run: readTogether });
  return (token, now) => read({ tokenHash: hashToken(token), now });

  async function readTogether(readings: readonly Reading[]) {
    const hashes = readings.map(({ tokenHash }) => tokenHash);
    const { rows } = await runPrepared<ReadRow>(READ, [hashes, ...liveSince(latestOf(readings))]);
    const found = new Map(rows.map((row) => [row.tokenHash.toString('hex'), row]));
    return ({ tokenHash }: Reading): OpenedAnswers | undefined => {
      const row = found.get(tokenHash.toString('hex'));
      return row && { ...row, answers: sealing.open(`application:${row.studentId}`, row.answers) };
    };
  }
}

/** Onto what a merge is to be written, of whose session. */
type Opened = Pick<OpenedAnswers, 'studentId' | 'tokenHash' | 'version'>;

/**
 * Writes a merge onto what was read, unless somebody else wrote since or is about to, the application is submitted or the
 * session is over. @returns whether it did
 */
export type WriteAnswers = (opened: Opened, merged: MergedAnswersRow, now: Date) => Promise<boolean>;

type Writing = { readonly opened: Opened; readonly merged: MergedAnswersRow; readonly now: Date };

/** Writes what arrives together in one statement, which reaches the disk once. */
export function createAnswersWriter({ runPrepared, db }: SaveDatabase): WriteAnswers {
  const sealing = sealingOf(db);
  const write = createBatcher({ ...GROUPS, run: writeOrTakeApart, keyOf: studentOf });
  return (opened, merged, now) => write({ opened, merged, now });

  async function writeTogether(writings: readonly Writing[]): Promise<ReadonlySet<Writing>> {
    const asked = JSON.stringify(writings.map(askedOf));
    const values = [asked, writings.length, ...liveSince(latestOf(writings))];
    const { rows } = await runPrepared<{ readonly at: number }>(WRITE, values);
    const written = new Set(rows.map(({ at }) => at));
    return new Set(writings.filter((_writing, at) => written.has(at)));
  }

  /** What the database refuses of one is not to be the fault of all. */
  async function writeOrTakeApart(writings: readonly Writing[]) {
    try {
      const written = await writeTogether(writings);
      return (writing: Writing) => written.has(writing);
    } catch (error) {
      if (writings.length === 1 || storageFaultOf(error)) throw error;
    }
    const each = await Promise.allSettled(writings.map((writing) => writeTogether([writing])));
    return (writing: Writing) => {
      const result = each[writings.indexOf(writing)];
      if (result?.status === 'rejected') throw result.reason;
      return result?.value.has(writing) ?? false;
    };
  }

  function askedOf({ opened, merged }: Writing, at: number) {
    const { answers, versions } = changesOf(merged);
    return {
      at,
      student_id: opened.studentId,
      token_hash: opened.tokenHash.toString('hex'),
      version: opened.version,
      answers: sealing.seal(`application:${opened.studentId}`, answers),
      versions,
    };
  }
}

function studentOf({ opened }: Writing): string {
  return opened.studentId;
}

function latestOf(group: readonly { readonly now: Date }[]): Date {
  return new Date(Math.max(...group.map(({ now }) => now.getTime())));
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
