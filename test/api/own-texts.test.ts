import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setLanguage } from '#texts/language.ts';
import { convertDocument } from '#server/documents/convert/convert-document.ts';
import { createTestApp, type TestApp } from '#test/server/test-app.ts';
import { toyQuestionnaire } from '#test/server/toy-questionnaire.ts';
import { logIn, StudentClient } from './student-client.ts';

const TEXTS = {
  'The email address or the password is incorrect, or the account is not confirmed yet.': 'Try again.',
  'This question is not part of the application.': 'Nobody asked.',
  'Confirm your account': 'Your code',
  'This PDF cannot be opened: it is broken or incomplete. Save or print it to a new PDF, and choose that.':
    'Print it anew.',
};

describe('what a partner says instead of the engine', () => {
  let server: TestApp;
  beforeAll(async () => {
    const partner = { name: 'Toy College', texts: TEXTS };
    server = await createTestApp({ questionnaire: { ...toyQuestionnaire(), partner } });
  });
  afterAll(async () => {
    await server.close();
    setLanguage();
  });

  test('is the reason of a refusal', async () => {
    const login = { username: 'ada@example.org', password: 'Wrong-Horse-2-Battery' };
    const answer = await new StudentClient(server.app).call('POST', '/public/login', login);
    expect(answer).toMatchObject({ status: 401, body: { message: 'Try again.' } });
  });

  test('is what the model finds wrong, and in a mail', async () => {
    const student = await logIn(server, 'grace@example.org');
    const answer = await student.call('PUT', '/api/answer', { answer: { unasked: 'x' } });
    expect(answer).toMatchObject({ status: 422, body: { errors: { unasked: ['Nobody asked.'] } } });
    expect(server.mails.map(({ subject }) => subject)).toContain('Toy College: Your code');
  });

  test('is what the process says that converts a file', async () => {
    expect(await convertDocument(Buffer.from('%PDF-1.4 broken'), 'card.pdf')).toEqual({
      kind: 'refused',
      message: 'Print it anew.',
    });
  });
});
