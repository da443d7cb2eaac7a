import { randomBytes, randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Answers } from '#form/definition/definition.ts';
import type { Tables } from '#server/database/tables.ts';
import { startSession } from '#server/student-tables/session-store.ts';
import type { TestApp } from '#test/server/test-app.ts';
import { StudentClient } from './student-client.ts';

/** Inserts a confirmed student with answers and a session. */
export async function seedStudent(server: TestApp, answers: Answers) {
  const { db } = server.storage;
  const id = randomUUID();
  const now = server.now();
  const account = { password_hash: 'none', confirmed_at: now, created_at: now };
  await db
    .insertInto('student')
    .values({ ...account, id, username: `${id}@example.org` })
    .execute();
  const empty = { versions: '{}', tabs: '{}', counts: '{}', validations: '{}', version: 0 };
  const application = { ...empty, answers: JSON.stringify(answers), last_page: null, submitted_at: null };
  await db
    .insertInto('application')
    .values({ ...application, student_id: id })
    .execute();
  return { id, student: await openSession(server, id) };
}

/** Attaches a document, with its row only. */
export async function seedDocument(server: TestApp, row: Partial<Insertable<Tables['document']>>) {
  const now = server.now();
  const file = { file_key: randomUUID(), file_name: 'a.pdf', file_size: 1, pages: 1 };
  const document = { student_id: '', answer_key: '', ...file, pdf_key: null, thumbnail: null };
  const values = { ...document, status: 'COMPLETED', created_at: now, updated_at: now, ...row } as const;
  await server.storage.db.insertInto('document').values(values).execute();
}

/** Starts a session of a student, by default in a network of its own. */
export async function openSession(
  server: TestApp,
  id: string,
  address = `10.${randomBytes(3).join('.')}`,
): Promise<StudentClient> {
  const token = randomBytes(32).toString('base64url');
  await startSession(server.storage.db, token, id, { now: server.now() });
  const student = new StudentClient(server.app, address);
  student.setCookie('toy_session', token);
  return student;
}
