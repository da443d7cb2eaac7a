import { beforeAll, describe, expect, test } from 'vitest';
import { openTestApp } from '#test/server/test-app.ts';
import { toyQuestionnaire } from '#test/server/toy-questionnaire.ts';
import { type Answer, logIn, StudentClient } from './student-client.ts';

const ADA = 'ada@example.org';
const OFFICE = 'help@toy.example.edu';

const SPANISH = {
  language: 'es',
  texts: {
    'Your application will be deleted in 30 days': 'Su solicitud se eliminará en 30 días',
    'Failed log-ins to your account': 'Contraseñas incorrectas',
    'An applicant requests deletion': 'Se pide la eliminación de una solicitud',
    "You're logged in.": 'Ha iniciado sesión.',
  },
};

describe('a mail to a student who chose Spanish', async () => {
  let answer: Answer;
  let student: StudentClient;
  const toy = toyQuestionnaire();
  const languages = new Map([['es', { ...toy, partner: { ...toy.partner, ...SPANISH } }]]);
  const server = await openTestApp({ questionnaire: { ...toy, languages } });
  beforeAll(async () => {
    await logIn(server, ADA);
    server.mails.splice(0);
    student = new StudentClient(server.app);
    student.setCookie('language', 'es');
    answer = await student.logIn(ADA);
  });

  async function subjectOf(
    kind: 'signup' | 'unused' | 'many-failures' | 'deletion-asked',
    language?: string,
  ) {
    await server.queue.sendMailJob({ kind, username: ADA, ...(language !== undefined && { language }) });
    await server.runJobs();
    const { to, subject } = server.mails.splice(0)[0] ?? {};
    return { to, subject: subject?.replace(/^[^:]*: /, '') };
  }

  test('the log-in responds in Spanish', () => {
    expect(answer.body).toEqual({ message: 'Ha iniciado sesión.' });
  });

  test.each([
    ['Spanish if no request', 'unused', undefined, 'Su solicitud se eliminará en 30 días'],
    ['Spanish if a stranger reading English', 'many-failures', 'en', 'Contraseñas incorrectas'],
    ['English if a request in English', 'signup', 'en', 'You already have an account'],
    [
      'English for the office, even if a request in Spanish',
      'deletion-asked',
      'es',
      'An applicant requests deletion',
    ],
  ] as const)('is in %s causes it', async (_name, kind, language, subject) => {
    const to = kind === 'deletion-asked' ? OFFICE : ADA;
    expect(await subjectOf(kind, language)).toEqual({ to, subject });
  });

  test('is in Spanish after a log-in with a browser in which nothing is chosen, which gets the choice', async () => {
    const other = new StudentClient(server.app);
    await other.logIn(ADA);
    expect(other.cookies.get('language')).toBe('es');
    expect(await subjectOf('unused')).toMatchObject({ subject: 'Su solicitud se eliminará en 30 días' });
  });

  test('is in English once that is chosen', async () => {
    student.setCookie('language', 'en');
    await student.call('GET', '/api/profile');
    await expect
      .poll(() => subjectOf('unused'))
      .toMatchObject({ subject: 'Your application will be deleted in 30 days' });
  });
});
