import { createTransport } from 'nodemailer';
import PostalMime, { type Email } from 'postal-mime';
import { beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, ORIGIN } from '#test/server/test-app.ts';
import { toyQuestionnaire } from '#test/server/toy-questionnaire.ts';
import { logIn, PASSWORD, StudentClient } from './student-client.ts';

const ADA = 'ada@example.org';
const LINK = /https?:\/\/[^\s"<]+/g;

async function receive(mail: object): Promise<Email> {
  const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail(mail);
  return PostalMime.parse(message instanceof Buffer ? message : '');
}

describe('the mails to a student', async () => {
  let received: readonly Email[];
  const toy = toyQuestionnaire();
  const partner = {
    ...toy.partner,
    name: 'Toy & "Co"',
    time_zone: 'America/Denver',
    phone: '(303) 555-0100',
  };
  const steps = [{ title: 'Open your portal', text: 'Track it.', link: 'https://toy.example/portal' }];
  const definition = { ...toy.definition, greetingName: ['pier'], completion: { steps } };
  const server = await openTestApp({ questionnaire: { ...toy, definition, partner } });
  beforeAll(async () => {
    const student = await logIn(server, ADA);
    await student.call('PUT', '/api/answer', { answer: { colour: 'red', pier: 'Ada <b>' } });
    await student.call('POST', '/api/submit');
    await server.runJobs();
    server.pass(3_600_000);
    await new StudentClient(server.app).call('POST', '/public/signup', { username: ADA, password: PASSWORD });
    // Links use the configured origin, not the request's host.
    await server.app.inject({
      method: 'POST',
      url: '/public/forgot-password',
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', origin: ORIGIN },
      payload: { username: ADA },
    });
    await server.runJobs();
    const id = new URL(/http\S+reset\S+/.exec(server.mails.at(-1)?.text ?? '')?.[0] ?? '').searchParams.get(
      'id',
    );
    await student.call('POST', '/public/reset-password', { username: ADA, password: `${PASSWORD}-b`, id });
    await server.runJobs();
    received = await Promise.all(server.mails.map(receive));
  });

  test('are sent once per event', () => {
    expect(received.map(({ subject }) => subject?.replace('Toy & "Co": ', ''))).toEqual([
      expect.stringMatching(/^\d{6} is your confirmation code$/),
      'We received your application',
      'You already have an account',
      'Reset your password',
      'Your password was changed',
    ]);
  });

  test('say "email", as the pages do', () => {
    expect(received.map(({ text }) => text).join('\n')).not.toMatch(/\be-mails?\b|\bmails?\b/i);
  });

  test('link to the configured origin only', () => {
    for (const { text = '', html = '' } of received) {
      const links = [...text.matchAll(LINK), ...html.matchAll(LINK)].map(([link]) => new URL(link).origin);
      expect(new Set([...links, ORIGIN])).toEqual(new Set([ORIGIN]));
    }
  });

  test('confirm a submission with name, local time, receipt and next steps', () => {
    const { text = '', html = '' } = received[1] ?? {};
    const sentences = [
      'Thank you, Ada <b>!',
      'We received your application to Toy & "Co" on March 1, 2026 at 5:00 AM (Denver time). Your receipt is:',
      '1. Open your portal. Track it.',
      'Log in to take these steps and to read what you sent:',
      `${ORIGIN}/login`,
    ];
    for (const sentence of sentences) expect(text.split('\n')).toContain(sentence);
    expect(html).toContain('Thank you, Ada &lt;b&gt;!');
  });

  test('have the code or link on its own line', () => {
    expect(received[0]?.text).toMatch(/^\d{6}$/m);
    expect(received[1]?.text).toMatch(/^[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}$/m);
    expect(received[3]?.text).toMatch(
      /^http:\/\/localhost:3000\/reset\?username=ada%40example\.org&id=[\w-]{43}$/m,
    );
  });
});
