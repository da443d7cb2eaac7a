import { describe, expect, it, vi } from 'vitest';
import { createApplicationCalls, type ApplicationCalls } from '#client/api/application-calls.ts';
import type { SaveAnswersOutcome } from '#client/saving/autosave-state.ts';
import { createCall } from '#client/api/call.ts';
import { saveAnswers } from '#client/saving/open-saving.ts';
import { errorTexts } from '#generated/texts.ts';

function answering(status: number, body: unknown): ApplicationCalls {
  return createApplicationCalls(
    createCall(
      async () => new Response(JSON.stringify(body), { status }),
      () => {},
    ),
  );
}

describe('a save', () => {
  it.each<[string, number, object, SaveAnswersOutcome]>([
    ['that is stored', 200, { message: '.', version: 4 }, { kind: 'saved', version: 4 }],
    ['that meets another', 409, { message: '.', conflicts: { name: {} }, version: 4 }, { kind: 'conflict' }],
    ['after the submission', 409, { message: 'Submitted.', web_status: 'submitted' }, { kind: 'submitted' }],
    [
      'with a wrong answer',
      422,
      { message: 'Wrong.', errors: { age: ['A number.'], odd: 'text' } },
      { kind: 'refused', message: 'Wrong.', errors: { age: ['A number.'] } },
    ],
    ['without a session', 401, { message: '.' }, { kind: 'signed-out' }],
    ['that comes too often', 429, { message: 'Later.' }, { kind: 'unreachable', message: 'Later.' }],
    ['to a server in trouble', 503, { message: 'Later.' }, { kind: 'unreachable', message: 'Later.' }],
  ])('%s (%i) is returned as such', async (_, status, body, outcome) => {
    expect(await saveAnswers(answering(status, body))({ name: 'Ada' }, 3)).toEqual(outcome);
  });

  it('that fails by a fault of the program is tried again, and the fault is printed', async () => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
    const calls = { ...answering(200, {}), saveAnswers: () => Promise.reject(new Error('a fault')) };
    expect(await saveAnswers(calls)({ name: 'Ada' }, 3)).toEqual({
      kind: 'unreachable',
      message: errorTexts.unexpected.text,
    });
    expect(printed).toHaveBeenCalled();
  });

  it.each([
    ['a short one outlives the page', 'Ada', true],
    ['one too long for that does not', 'x'.repeat(70_000), false],
  ])('%s', async (_, text, keepalive) => {
    let sent: RequestInit | undefined;
    const call = createCall(
      async (_path, init) => {
        sent = init;
        return new Response('{"version":1}');
      },
      () => {},
    );
    await saveAnswers(createApplicationCalls(call))({ essay: text }, 0);
    expect(sent?.keepalive ?? false).toBe(keepalive);
  });
});
