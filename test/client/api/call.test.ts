import { describe, expect, it, vi } from 'vitest';
import { createCall, RequestError } from '#client/api/call.ts';
import { errorTexts } from '#generated/texts.ts';
import { callOver } from './call-over.ts';

const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
const later = (status: number, time: string) =>
  new Response('{}', { status, headers: { 'retry-after': time } });
const UNEXPECTED = { message: errorTexts.unexpected.text };

describe('a refused call', () => {
  it.each<[string, () => Response, Partial<RequestError>]>([
    [
      'with a message',
      () => json(422, { message: 'Long.' }),
      { code: 'refused', message: 'Long.', status: 422 },
    ],
    ['without a message', () => json(409, {}), { ...UNEXPECTED, code: 'refused' }],
    ['with a message that is not text', () => json(400, { message: 7 }), { ...UNEXPECTED, code: 'refused' }],
    ['by a server error', () => json(500, { message: 'Sorry.' }), { code: 'server', message: 'Sorry.' }],
    ['with a time to wait', () => later(503, '7'), { code: 'server', retryAfterMs: 7000 }],
    ['with an invalid time to wait', () => later(429, 'soon'), { code: 'refused', retryAfterMs: 0 }],
    ['without JSON', () => new Response('<html>', { status: 404 }), { ...UNEXPECTED, code: 'server' }],
    ['with 200 but without JSON', () => new Response('<html>'), { ...UNEXPECTED, code: 'server' }],
    [
      'after the submission',
      () => json(409, { message: 'Submitted.', web_status: 'submitted' }),
      { code: 'submitted', message: 'Submitted.', status: 409 },
    ],
    ['for an ended session', () => json(401, { message: 'No.' }), { code: 'unauthorized', message: 'No.' }],
  ])('%s becomes a RequestError', async (_, response, expected) => {
    const call = callOver(async () => response());
    await expect(call('GET', '/api/profile')).rejects.toMatchObject(expected);
  });

  it('becomes unreachable if the network fails', async () => {
    const call = callOver(() => Promise.reject(new TypeError('Failed to fetch')));
    await expect(call('GET', '/api/profile')).rejects.toMatchObject({
      code: 'unreachable',
      message: errorTexts.unreachable.text,
    });
  });
});

it('logs a refused body without conflicting answers and the query', async () => {
  const logged = vi.spyOn(console, 'info').mockImplementation(() => {});
  const conflicts = { nickname: { mine: 'Countess', theirs: 'Lady' } };
  const call = callOver(async () => json(409, { message: 'Changed.', conflicts, version: 7 }));
  await expect(call('PUT', '/api/answer?token=secret')).rejects.toBeInstanceOf(RequestError);
  expect(logged.mock.calls).toEqual([['PUT /api/answer returned 409.', { message: 'Changed.', version: 7 }]]);
});

describe('what ends the form', () => {
  it.each<[string, string, Response, readonly string[]]>([
    ['a 401 to a call with a session', '/api/profile', json(401, {}), ['unauthorized']],
    ['a 401 to a log-in', '/public/login', json(401, {}), []],
    ['a submission elsewhere', '/api/tabs', json(409, { web_status: 'submitted' }), ['submitted']],
    ['another conflict', '/api/tabs', json(409, {}), []],
  ])('is announced before the call rejects: %s', async (_, path, response, expected) => {
    const ends: string[] = [];
    const call = createCall(
      async () => response,
      ({ code }) => void ends.push(code),
    );
    await expect(call('GET', path)).rejects.toBeInstanceOf(RequestError);
    expect(ends).toEqual(expected);
  });
});
