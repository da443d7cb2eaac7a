import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, test, vi } from 'vitest';
import { BY_OPERATOR } from '#server/audit/audit-trail.ts';
import { withPausedDeletion } from '#server/files/paused-deletion.ts';
import { deleteStudent } from '#server/student-data/delete-student.ts';
import { exportStudent } from '#server/student-data/export-student.ts';
import { CONVERTED, openTestApp, operatorServices } from '#test/server/test-app.ts';
import { testEngines } from '#test/server/test-storage.ts';
import { attach, attachConverted, claim, fileOf, postForm, presign, storedKeys } from './document-client.ts';
import { documentQuestionnaire } from './document-form.ts';
import { eventsOf, idOf, logIn, type StudentClient } from './student-client.ts';

const WAIT = 'Please wait until the file upload has completed.';
const SUBMITTED = "You already submitted this. You can't change it anymore.";

describe.each(testEngines)('an application with documents, on $engine', async ({ open }) => {
  let students = 0;
  const storage = await open();
  const questionnaire = documentQuestionnaire();
  const server = await openTestApp({ storage, questionnaire });

  const newStudent = (): Promise<StudentClient> => {
    students += 1;
    return logIn(server, `student-${students}@example.org`);
  };
  const fail = async (student: StudentClient, key: string): Promise<void> => {
    await attach(server, student, key);
    await server.files.remove(server.fileJobs.convert.waiting.map(({ fileKey }) => fileKey));
    await server.fileJobs.convert.run();
  };

  test('ignores or rejects document answers from a client', async () => {
    const ada = await newStudent();
    const answer = { colour: 'red', passport: 'ANSWERED', plan: '' };
    expect((await ada.call('PUT', '/api/answer', { answer })).body).toMatchObject({ version: 1 });
    const { body } = await ada.call('GET', '/api/profile');
    expect(body['answer']).toEqual({ colour: 'red' });
    expect(body['document_answer']).toMatchObject({ passport: '' });
    for (const forged of ['paper.pdf', 'nobody/nothing', { file_key: 'nobody/nothing' }, true]) {
      const refused = await ada.call('PUT', '/api/answer', { answer: { passport: forged, colour: 'blue' } });
      const errors = { passport: ['This question is answered by attaching a file.'] };
      expect(refused).toMatchObject({ status: 422, body: { errors } });
    }
    expect((await ada.call('POST', '/api/submit')).body).toEqual({
      message: expect.stringMatching(/^1 question still needs /),
      errors: { passport: ['passport: required'] },
    });
  });

  test('takes files of the kinds and the size that their question accepts', async () => {
    const ada = await newStudent();
    const types = 'You can only enter the following file types: .docx';
    const form = await presign(ada, 'essay');
    expect(await postForm(server, form, fileOf('docx', 10_241))).toEqual({
      status: 413,
      message: 'Your file is too large. The maximum file size is 10 KB.',
    });
    for (const name of ['essay.pdf', 'essay.docx']) {
      const { answer } = await attach(server, ada, 'essay', { name });
      expect(answer).toMatchObject({ status: 422, body: { message: expect.stringContaining(types) } });
    }
    const { answer } = await attach(server, ada, 'essay', { name: 'a.docx', bytes: fileOf('docx', 10_240) });
    expect(answer.status).toBe(200);
  });

  test('is submitted with its documents, unless one is pending or broken', async () => {
    const ada = await newStudent();
    await ada.call('PUT', '/api/answer', { answer: { colour: 'blue' } });
    await attachConverted(server, ada, 'passport');
    await attach(server, ada, 'plan');
    const submitErrors = async () => (await ada.call('POST', '/api/submit')).body['errors'];
    const wait = 'Your file is still being prepared. Please wait a moment and submit again.';
    expect(await submitErrors()).toMatchObject({ plan: [wait] });
    await server.fileJobs.convert.run();
    await fail(ada, 'card');
    const broken = "We couldn't prepare your file. Please remove it or choose another one.";
    expect(await submitErrors()).toMatchObject({ card: [broken] });
    // A hidden document does not block the submission.
    await ada.call('PUT', '/api/answer', { answer: { colour: 'red' } });
    expect((await ada.call('POST', '/api/submit')).status).toBe(200);
    const submission = await server.storage.db
      .selectFrom('submission')
      .innerJoin('student', 'student.id', 'submission.student_id')
      .select('submission.answers')
      .where('username', '=', `student-${students}@example.org`)
      .executeTakeFirstOrThrow();
    const documents = { passport: 'ANSWERED', plan: 'ANSWERED', card: '' };
    expect(submission.answers).toMatchObject({ colour: 'red', ...documents });
  });

  test('keeps its documents unchanged after submission', async () => {
    const ada = await newStudent();
    await attachConverted(server, ada, 'passport');
    const unused = await presign(ada, 'plan');
    await postForm(server, unused, fileOf('pdf'));
    await ada.call('POST', '/api/submit');
    const before = await storedKeys(server);
    const file = { file_key: unused.fields['key'], file_name: 'late.pdf' };
    const calls = [
      await ada.call('POST', '/api/presigned-url', { answer_key: 'passport' }),
      await ada.call('POST', '/api/pdf/document-answer/plan', file),
      await ada.call('DELETE', '/api/document-answer/passport'),
      await ada.call('DELETE', '/api/pdf/document-answer/passport'),
      await ada.call('PUT', '/api/tabs', { tab_id: 'coast', chosen_tab: 'west' }),
    ];
    const body = { message: SUBMITTED, web_status: 'submitted' };
    for (const call of calls) expect(call).toMatchObject({ status: 409, body });
    expect(await storedKeys(server)).toEqual(before);
    expect((await ada.call('GET', '/api/pdf/document-answer/passport')).body['status']).toBe('COMPLETED');
    expect((await ada.call('GET', '/api/profile')).body['document_answer']).toMatchObject({
      passport: 'ANSWERED',
    });
  });

  test('loses the documents of the deselected tab only', async () => {
    const ada = await newStudent();
    const choose = (tab: string) => ada.call('PUT', '/api/tabs', { tab_id: 'coast', chosen_tab: tab });
    await attachConverted(server, ada, 'passport');
    await attach(server, ada, 'plan');
    expect(await choose('west')).toMatchObject({ status: 409, body: { message: WAIT } });
    expect((await ada.call('GET', '/api/tabs')).body).toEqual({});
    await server.fileJobs.convert.run();
    expect((await choose('east')).status).toBe(200);
    const before = await storedKeys(server);
    expect((await ada.call('GET', '/api/document-answer')).body).toHaveProperty('plan');
    expect((await choose('west')).status).toBe(200);
    expect((await ada.call('GET', '/api/tabs')).body).toEqual({ coast: 'west' });
    const left = await ada.call('GET', '/api/document-answer');
    expect(Object.keys(left.body)).toEqual(['passport']);
    expect(await storedKeys(server)).toHaveLength(before.length - 1);
    expect((await choose('east')).status).toBe(200);
    expect((await ada.call('GET', '/api/pdf/document-answer/passport')).body['status']).toBe('COMPLETED');
  });

  test('deletes the document of the default tab if the chosen one was removed', async () => {
    const ada = await newStudent();
    await server.storage.db
      .updateTable('application')
      .set({ tabs: JSON.stringify({ coast: 'north' }) })
      .where('student_id', '=', await idOf(server, `student-${students}@example.org`))
      .execute();
    await attachConverted(server, ada, 'plan');
    await ada.call('PUT', '/api/tabs', { tab_id: 'coast', chosen_tab: 'west' });
    expect((await ada.call('GET', '/api/document-answer')).body).toEqual({});
  });

  test('records uploads, conversions and deletions in the trail, without the names of files', async () => {
    const ada = await newStudent();
    const name = 'canary-6b1f.pdf';
    await attachConverted(server, ada, 'passport', { name });
    await ada.call('DELETE', '/api/document-answer/passport');
    await fail(ada, 'plan');
    const username = `student-${students}@example.org`;
    const events = await eventsOf(server, username);
    const recorded = events.map(({ kind, client, result, detail }) => [kind, client, result, detail]);
    expect(recorded.slice(-5)).toEqual([
      ['upload', '127.0.0.1', 'ok', 'passport'],
      ['conversion', 'server', 'ok', 'passport'],
      ['document-deleted', '127.0.0.1', 'ok', 'passport'],
      ['upload', '127.0.0.1', 'ok', 'plan'],
      ['conversion', 'server', 'refused', 'plan'],
    ]);
    expect(JSON.stringify(events)).not.toContain('canary-6b1f');
    expect(server.logged.join('')).not.toContain('canary-6b1f');
  });

  test('recorded while its account is deleted is unknown, and leaves no file', async () => {
    const ada = await newStudent();
    const username = `student-${students}@example.org`;
    const before = await storedKeys(server);
    const parts = { ...operatorServices(server), files: withPausedDeletion(server.files, server.storage.db) };
    const form = await presign(ada, 'passport');
    await postForm(server, form, fileOf('pdf'));
    const write = vi.spyOn(server.files, 'write').mockImplementationOnce(async (key, bytes) => {
      write.mockRestore();
      await server.files.write(key, bytes);
      await deleteStudent(parts, username, { by: BY_OPERATOR });
    });
    expect(await claim(ada, 'passport', form.fields['key'] ?? '')).toMatchObject({ status: 404 });
    expect(await storedKeys(server)).toEqual(before);
  });

  test('is exported with its files and deleted with them', async () => {
    const ada = await newStudent();
    const username = `student-${students}@example.org`;
    const before = await storedKeys(server);
    await attachConverted(server, ada, 'passport', { name: 'mine.pdf', bytes: fileOf('pdf', 500) });
    const unused = await presign(ada, 'plan');
    await postForm(server, unused, fileOf('pdf'));
    const files = withPausedDeletion(server.files, server.storage.db);
    const parts = { ...operatorServices(server), files, questionnaire: documentQuestionnaire() };
    const read = vi.fn<typeof parts.files.read>(parts.files.read);
    const watched = { ...parts, files: { ...files, read } };
    const exported = await exportStudent(watched, username, BY_OPERATOR);
    // Files are read one by one.
    const first = await exported?.next();
    expect(read).not.toHaveBeenCalled();
    const rest = await text(Readable.from(exported ?? []));
    const file = { file_name: 'mine.pdf', file_size: 500, file: CONVERTED.document.toString('base64') };
    expect(JSON.parse(`${first?.value}${rest}`)).toMatchObject({
      documents: [{ answer_key: 'passport', ...file, status: 'COMPLETED', pages: 2 }],
    });
    const deleted = await deleteStudent(parts, username, { by: BY_OPERATOR });
    expect(deleted).toMatchObject({ accounts: 1, files: 2 });
    expect(await storedKeys(server)).toEqual(before);
  });
});
