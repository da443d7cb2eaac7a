import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { CLIENT_LIMITS } from '#server/limits/client-limits.ts';
import { compileValidators } from '#compiler/emit/compile-validators.ts';
import type { Answers, CardDefinition, PageDefinition, Question } from '#form/definition/definition.ts';
import type { PartnerSettings } from '#generated/partner.ts';
import type { Renderer } from '#server/pdf/render/renderer.ts';
import { form } from '#test/form/build-definition.ts';
import { openTestApp, ORIGIN } from '#test/server/test-app.ts';
import { toyQuestionnaire } from '#test/server/toy-questionnaire.ts';
import { attachConverted } from './document-client.ts';
import { documentQuestionnaire } from './document-form.ts';
import { seedStudent } from './seeded-student.ts';
import { StudentClient } from './student-client.ts';

/** Each sentence of the engine in an invented language: in guillemets. */
function foreignTexts(): Readonly<Record<string, string>> {
  const file = path.resolve(import.meta.dirname, '../../schemas/texts.json');
  const { verbatim: _verbatim, ...texts }: Readonly<Record<string, string | { readonly other: string }>> =
    JSON.parse(readFileSync(file, 'utf8'));
  const sentences = Object.values(texts).map((text) => (typeof text === 'string' ? text : text.other));
  return Object.fromEntries(sentences.map((text) => [text, `«${text}»`]));
}

function translateQuestion(question: Question): Question {
  const messages = Object.entries(question.messages).map(([key, text]) => [key, `«${text}»`] as const);
  return { ...question, fullLabel: `«${question.fullLabel}»`, messages: Object.fromEntries(messages) };
}

function translatePage<Part extends PageDefinition | CardDefinition>(part: Part): Part {
  const questions = Object.entries(part.questions).map(
    ([key, question]) => [key, translateQuestion(question)] as const,
  );
  return { ...part, questions: Object.fromEntries(questions) };
}

/** The shade navy is late. */
const deadlines: NonNullable<PartnerSettings['deadlines']> = {
  question: 'shade',
  timeZone: 'America/Denver',
  afterDeadline: 'refuse',
  sentence: 'Spring is full.',
  graceMinutes: 0,
  dates: [{ term: 'navy', label: 'Navy', ends: '2026-01-01T07:00:00.000Z' }],
};

/** The toy questionnaire, also in this language. */
function translatedToy() {
  const toy = toyQuestionnaire();
  const colours = ['red', 'green', 'blue'].map((value) => ({
    value,
    label: `«${value}»`,
    stored: value.charAt(0).toUpperCase() + value.slice(1),
  }));
  const { definition: english } = toy;
  const definition = { ...english, pages: english.pages.map(translatePage), options: { colours } };
  const cards = Object.fromEntries(Object.entries(toy.cards).map(([id, card]) => [id, translatePage(card)]));
  const foreign = { language: 'xx', texts: foreignTexts() };
  const translated = {
    definition,
    cards,
    partner: { ...toy.partner, ...foreign, deadlines: { ...deadlines, sentence: '«Spring is full.»' } },
    validators: compileValidators(definition),
    cardValidators: compileValidators(form(Object.values(cards))),
  };
  return { ...toy, partner: { ...toy.partner, deadlines }, languages: new Map([['xx', translated]]) };
}

describe('a student who reads another language', async () => {
  const server = await openTestApp({ questionnaire: translatedToy() });

  const seeded = async (answers: Answers) => {
    const { id, student } = await seedStudent(server, answers);
    student.setCookie('language', 'xx');
    return { id, student };
  };
  const visitor = (): StudentClient => {
    const client = new StudentClient(server.app, '10.1.2.3');
    client.setCookie('language', 'xx');
    return client;
  };

  test('gets submit errors in it', async () => {
    const { student } = await seeded({ colour: 'blue' });
    const { status, body } = await student.call('POST', '/api/submit');
    expect(status).toBe(422);
    expect(body).toEqual({
      message: expect.stringMatching(/^«.*»$/),
      errors: { shade: ['«shade: required»'] },
    });
  });

  test('gets the deadline message in it', async () => {
    const { student } = await seeded({ colour: 'blue', shade: 'navy' });
    const { status, body } = await student.call('POST', '/api/submit');
    expect(status).toBe(403);
    expect(body['message']).toContain('«Spring is full.»');
  });

  test('submits labels in the language of the staff', async () => {
    const { id, student } = await seeded({ colour: 'red' });
    expect(await student.call('POST', '/api/submit')).toMatchObject({ status: 200 });
    const { answers } = await server.storage.db
      .selectFrom('submission')
      .select('answers')
      .where('student_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(answers).toMatchObject({ colour_desc: 'Red' });
  });

  test('gets the limit of all answers in it', async () => {
    const { student } = await seeded({ tags: Array.from({ length: 26 }, () => 'x'.repeat(20_000)) });
    const { status, body } = await student.call('PUT', '/api/answer', { answer: { pier: 'x'.repeat(9000) } });
    expect(status).toBe(422);
    expect(body['errors']).toEqual({ pier: [expect.stringMatching(/^«All answers together .*»$/)] });
  });

  test('gets card errors in it', async () => {
    const card = { username: 'ada@example.org', password: 'short' };
    const { status, body } = await visitor().call('POST', '/public/signup', card);
    expect(status).toBe(422);
    expect(body).toEqual({
      message: expect.stringMatching(/^«.*»$/),
      errors: { password: ['«password: minLength»'] },
    });
  });

  test.each([
    ['is too long', 413, `{"username":"${'x'.repeat(300_000)}"}`],
    ['is no JSON', 400, '{'],
    ['is too deep', 400, '['.repeat(50) + ']'.repeat(50)],
  ])('reports in it that a request %s', async (_what, status, payload) => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/public/login',
      headers: { 'content-type': 'application/json', origin: ORIGIN, cookie: 'language=xx' },
      payload,
    });
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toEqual({ message: expect.stringMatching(/^«.*»$/) });
  });

  test('gets the rate limit message in it', async () => {
    const client = visitor();
    for (let tries = 0; tries <= CLIENT_LIMITS.confirm.burst; tries += 1) {
      const { status, body } = await client.call('POST', '/public/confirm', {});
      if (status !== 429) continue;
      expect(body).toEqual({ message: expect.stringMatching(/^«.*»$/) });
      return;
    }
    expect.unreachable('nobody is asked to wait');
  });
});

describe('the copy of a student who reads another language', async () => {
  const orders: unknown[] = [];
  const renderer: Renderer = {
    render: async (order) => {
      orders.push(order);
      return { kind: 'done', pdf: Buffer.from('%PDF'), isSandboxed: true };
    },
    close: async () => undefined,
  };
  const english = documentQuestionnaire();
  const definition = { ...english.definition, pages: english.definition.pages.map(translatePage) };
  const partner = { ...english.partner, language: 'xx', texts: foreignTexts() };
  const languages = new Map([['xx', { ...english, definition, partner }]]);
  const server = await openTestApp({ questionnaire: { ...english, languages }, renderer });

  test('has the titles of documents in it', async () => {
    const { student } = await seedStudent(server, { colour: 'red' });
    student.setCookie('language', 'xx');
    await attachConverted(server, student, 'passport');
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    await student.call('GET', '/api/pdf');
    await server.fileJobs.pdf.run();
    expect(orders).toMatchObject([{ attachments: [{ label: '«The passport»' }] }]);
  });
});
