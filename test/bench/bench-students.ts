import { randomBytes, randomUUID } from 'node:crypto';
import type { Answers } from '#form/definition/definition.ts';
import { openStorage } from '#server/storage/database.ts';
import type { StorageSettings } from '#server/storage/storage-settings.ts';
import { startSession } from '#server/sessions/session-store.ts';

/** A confirmed student with a started application and an open session. */
export type BenchStudent = { readonly id: string; readonly token: string };

/**
 * Puts students straight into a database that no server uses at the moment; signing up that many would be
 * refused by the limits.
 */
export async function seedStudents(
  settings: StorageSettings,
  count: number,
  answers: Answers,
): Promise<readonly BenchStudent[]> {
  const storage = await openStorage(settings);
  const { db } = storage;
  const now = new Date();
  const students = Array.from({ length: count }, () => ({
    id: randomUUID(),
    token: randomBytes(32).toString('base64url'),
  }));
  const account = { password_hash: 'none', confirmed_at: now, created_at: now };
  await db
    .insertInto('student')
    .values(students.map(({ id }) => ({ ...account, id, username: `${id}@example.org` })))
    .execute();
  const empty = JSON.stringify({});
  const rest = { versions: empty, tabs: empty, counts: empty, validations: empty, version: 0 };
  await db
    .insertInto('application')
    .values(
      students.map(({ id }) => ({
        ...rest,
        student_id: id,
        answers: JSON.stringify(answers),
        last_page: null,
        submitted_at: null,
      })),
    )
    .execute();
  for (const { id, token } of students) await startSession(db, token, id, { now });
  await storage.close();
  return students;
}
