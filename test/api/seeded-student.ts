import { randomBytes, randomUUID } from 'node:crypto';
import type { Answers } from '#form/definition/definition.ts';
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
  const empty = JSON.stringify({});
  await db
    .insertInto('application')
    .values({
      student_id: id,
      answers: JSON.stringify(answers),
      versions: empty,
      tabs: empty,
      counts: empty,
      validations: empty,
      version: 0,
      last_page: null,
      submitted_at: null,
    })
    .execute();
  return { id, student: await openSession(server, id) };
}

/** Starts a session of a student. */
export async function openSession(server: TestApp, id: string): Promise<StudentClient> {
  const token = randomBytes(32).toString('base64url');
  await startSession(server.storage.db, token, id, { now: server.now() });
  const student = new StudentClient(server.app, `10.${randomBytes(3).join('.')}`);
  student.setCookie('toy_session', token);
  return student;
}
