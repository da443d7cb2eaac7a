import { sql } from 'kysely';
import type { Database } from '#server/database/database.ts';

export type NamedFile = {
  readonly key: string;
  /** A PDF replaces the original; an upload expires, and can be unsent. */
  readonly kind: 'lasting' | 'original' | 'upload';
};

const kind = (name: NamedFile['kind']) => sql<NamedFile['kind']>`${sql.lit(name)}`.as('kind');

/** Selects all files referenced by rows; add other tables here. Originals count until their conversion ends. */
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

/** Returns which of these files are referenced. */
export async function selectFileKeysInUse(
  db: Database,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set();
  const rows = await namedFiles(db).where('key', 'in', keys).execute();
  return new Set(rows.map(({ key }) => key));
}

/** Returns all file keys of students. Documents, their PDFs, pending uploads, the PDF copy. */
export async function selectFileKeysOfStudents(
  db: Database,
  studentIds: readonly string[],
): Promise<string[]> {
  if (studentIds.length === 0) return [];
  const rows = await namedFiles(db).where('student_id', 'in', studentIds).execute();
  return rows.map(({ key }) => key);
}

/** Returns all referenced files. */
export function selectNamedFiles(db: Database): Promise<NamedFile[]> {
  return namedFiles(db).select('kind').orderBy('key').execute();
}
