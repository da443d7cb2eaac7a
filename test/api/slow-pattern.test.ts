import { describe, expect, test, vi } from 'vitest';
import { compileValidators } from '#compiler/emit/compile-validators.ts';
import type { StandaloneValidator } from '#form/validation/validator-errors.ts';
import { validateBounded } from '#server/limits/bounded-validation.ts';
import { openTestApp } from '#test/server/test-app.ts';
import { form, page, question } from '#test/form/build-definition.ts';
import { toyQuestionnaire } from '#test/server/toy-questionnaire.ts';
import { logIn, StudentClient } from './student-client.ts';

/** 29 characters take a backtracking matcher half a minute; each more doubles it. */
const SLOW = '^(?:[a-z]+)+$';
const STALLING = `${'a'.repeat(28)}.`;

/** An unchecked form with a slow pattern among valid ones. */
function uncheckedForm() {
  const definition = form([
    page([
      question('name', { required: true, constraints: { pattern: '^[A-Z]' } }),
      question('motto', { constraints: { pattern: SLOW } }),
      question('town', { rules: [{ schema: { pattern: `${SLOW}|^-` }, message: 'Letters only.' }] }),
    ]),
  ]);
  const username = question('username', { constraints: { pattern: `${SLOW}|@` } });
  const signup = page([username, question('password')], { id: 'signup' });
  const toy = toyQuestionnaire();
  return {
    ...toy,
    definition,
    validators: compileValidators(definition),
    cards: { ...toy.cards, signup: { ...signup, submitLabel: 'Sign up' } },
    cardValidators: { ...toy.cardValidators, ...compileValidators(form([signup])) },
  };
}

describe('a pattern that got past the check and stalls on an answer', async () => {
  const server = await openTestApp({ questionnaire: uncheckedForm() });

  test.each(['motto', 'town'])('is reported at the question %s, and nothing is lost', async (key) => {
    const student = await logIn(server, `${key}@example.org`);
    await student.call('PUT', '/api/answer', { answer: { name: 'Ada', [key]: STALLING } });

    const refused = await student.call('POST', '/api/submit');

    expect(refused.status).toBe(422);
    expect(refused.body['errors']).toEqual({ [key]: [expect.stringContaining('took too long to check')] });
    const { body } = await student.call('GET', '/api/profile');
    expect(body).toMatchObject({ answer: { name: 'Ada', [key]: STALLING } });
    await student.call('PUT', '/api/answer', { answer: { [key]: 'veritas' } });
    expect((await student.call('POST', '/api/submit')).status).toBe(200);
  });

  test('is named in the log, without the answer', async () => {
    const student = await logIn(server, 'log@example.org');
    await student.call('PUT', '/api/answer', { answer: { name: 'Ada', motto: STALLING } });
    await student.call('POST', '/api/submit');

    const lines = server.logged.filter((line) => line.includes('a pattern takes too long'));
    expect(lines.at(-1)).toContain(JSON.stringify({ question: 'motto', pattern: SLOW }).slice(1, -1));
    expect(server.logged.join('')).not.toContain(STALLING);
  });

  test('is reported on a card, too', async () => {
    const visitor = new StudentClient(server.app);

    const refused = await visitor.call('POST', '/public/signup', { username: STALLING, password: 'short' });

    expect(refused.status).toBe(422);
    expect(refused.body['message']).toContain('took too long to check');
  });
});

describe('a slow validation without a slow pattern', () => {
  test('is completed', () => {
    const { definition, validators } = uncheckedForm();
    const slow: StandaloneValidator = (facts) => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 40);
      const isValid = validators['first']?.(facts) ?? false;
      slow.errors = validators['first']?.errors;
      return isValid;
    };
    const state = { answers: { name: 'ada', motto: 'veritas' }, tabs: {}, counts: {} };
    const error = vi.fn<() => void>();

    const errors = validateBounded(
      { definition, state, validators: { first: slow }, now: new Date() },
      { error },
    );

    expect(errors).toEqual({ name: ['name: pattern'] });
    expect(error).not.toHaveBeenCalled();
  });
});
