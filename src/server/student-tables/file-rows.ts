import { sql } from 'kysely';
import type { Database } from '#server/database/database.ts';

export type NamedFile = {
  readonly key: string;
  /** An original is replaced by its PDF; an upload expires, and may not have been sent yet. */
  readonly kind: 'lasting' | 'original' | 'upload';
};

const kind = (name: NamedFile['kind']) => sql<NamedFile['kind']>`${sql.lit(name)}`.as('kind');

/** The files that rows name; add other tables here. An original counts until its conversion has ended. */
function namedFiles(db: Database) {
  const files = db
    .selectFrom('document')
    .select(['student_id', 'pdf_key as key', kind('lasting')])
    .unionAll(
      db
        .selectFrom('document')
        .select(['student_id', 'file_key as key', kind('original')])
        .where('status', 'in', ['UNPROCESSED', 'IN_PROGRESS']),
    )
    .unionAll(db.selectFrom('pdf_copy').select(['student_id', 'file_key as key', kind('lasting')]))
    .unionAll(db.selectFrom('upload').select(['student_id', 'file_key as key', kind('upload')]));
  return db
    .selectFrom(files.as('file'))
    .select('key')
    .where('key', 'is not', null)
    .$narrowType<{ key: string }>();
}

/** Which of these files some row names. */
export async function selectFileKeysInUse(
  db: Database,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set();
  const rows = await namedFiles(db).where('key', 'in', keys).execute();
  return new Set(rows.map(({ key }) => key));
}

/** The keys of every file of a student: documents, their PDFs, uploads that are no document yet, the PDF copy. */
export async function selectFileKeysOfStudent(db: Database, studentId: string): Promise<string[]> {
  const rows = await namedFiles(db).where('student_id', '=', studentId).execute();
  return rows.map(({ key }) => key);
}

/** Every file that a row names. */
export function selectNamedFiles(db: Database): Promise<NamedFile[]> {
  return namedFiles(db).select('kind').orderBy('key').execute();
}
