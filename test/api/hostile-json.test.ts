import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApp, ORIGIN } from '#test/server/test-app.ts';
import { logIn, type StudentClient } from './student-client.ts';

const LIMIT = 256 * 1024;

/** A raw body, and the status of the response. */
const HOSTILE: readonly (readonly [name: string, payload: string | Buffer, status: number])[] = [
  ['no JSON at all', 'colour=red', 400],
  ['half a document', '{"answer": {"colour": "re', 400],
  ['a bare word', 'undefined', 400],
  ['no body', '', 400],
  ['null', 'null', 400],
  ['a list', '[]', 400],
  ['a number', '7', 400],
  ['no answer', '{}', 400],
  ['an answer that is a list', '{"answer": []}', 400],
  ['an answer that is text', '{"answer": "colour"}', 400],
  ['an unknown member', '{"answer": {}, "student_id": "1"}', 400],
  ['a version that is text', '{"answer": {}, "base_version": "1"}', 400],
  ['a version below zero', '{"answer": {}, "base_version": -1}', 400],
  ['a version that is no whole number', '{"answer": {}, "base_version": 1.5}', 400],
  ['NUL in a value', String.raw`{"answer": {"colour": "a\u0000b"}}`, 422],
  ['NUL in a key', String.raw`{"answer": {"col\u0000our": "a"}}`, 422],
  ['a raw NUL', '{"answer": {"colour": "a\0b"}}', 400],
  ['bytes that are not UTF-8', Buffer.from('{"answer": {"pier": "a\xff\xc0"}}', 'latin1'), 400],
  ['the first half of a surrogate pair', String.raw`{"answer": {"colour": "\ud800"}}`, 422],
  ['the second half of a surrogate pair', String.raw`{"answer": {"colour": "\uDC00x"}}`, 422],
  ['half a surrogate pair in a list', String.raw`{"answer": {"tags": ["\ud83d"]}}`, 422],
  ['__proto__', '{"answer": {"__proto__": {"submitted": true}}}', 400],
  ['__proto__ at the top', '{"__proto__": {"answer": {}}, "answer": {}}', 400],
  ['__proto__ in escapes', String.raw`{"answer": {"\u005f_proto__": "x"}}`, 400],
  ['constructor.prototype', '{"answer": {"constructor": {"prototype": {"x": 1}}}}', 400],
  ['a plain key named constructor', '{"answer": {"constructor": "x"}}', 422],
  ['a plain key named hasOwnProperty', '{"answer": {"hasOwnProperty": "x"}}', 422],
  ['lists 5,000 deep', `{"answer": {"tags": ${'['.repeat(5000)}${']'.repeat(5000)}}}`, 400],
  ['lists 100,000 deep', `{"answer": {"tags": ${'['.repeat(100_000)}${']'.repeat(100_000)}}}`, 400],
  ['objects 20,000 deep', `{"answer": ${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`, 400],
  ['brackets that never close', '['.repeat(200_000), 400],
  ['a number beyond every number', '{"answer": {"age": 1e999}}', 422],
  [
    'ten thousand unknown keys',
    JSON.stringify({
      answer: Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`key${index}`, ''])),
    }),
    422,
  ],
  ['a key of 200 kB', JSON.stringify({ answer: { ['k'.repeat(200_000)]: '' } }), 422],
  ['one byte over the limit', `{"answer": {"colour": "${'x'.repeat(LIMIT - 25)}"}}`, 413],
  ['ten times the limit', `{"answer": {"colour": "${'x'.repeat(10 * LIMIT)}"}}`, 413],
];

describe('hostile JSON', async () => {
  let student: StudentClient;
  const server = await openTestApp();
  beforeAll(async () => {
    student = await logIn(server);
  });
  // Refills the student's rate limit.
  beforeEach(() => server.pass(60_000));

  const send = (payload: string | Buffer, contentType = 'application/json') =>
    server.app.inject({
      method: 'PUT',
      url: '/api/answer',
      headers: { 'content-type': contentType, origin: ORIGIN },
      cookies: Object.fromEntries(student.cookies),
      payload,
    });

  test.each(HOSTILE)('%s is refused with a sentence', async (_name, payload, status) => {
    const response = await send(payload);
    expect(response.statusCode).toBe(status);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.json()).toMatchObject({ message: expect.stringMatching(/^[A-Z\d].*\.$/s) });
    expect(response.body.length).toBeLessThan(LIMIT);
    expect((await student.call('GET', '/api/profile')).body).toMatchObject({ answer: {}, version: 0 });
    expect(Reflect.get({}, 'submitted')).toBeUndefined();
  });

  test('reports an unsavable character at its question', async () => {
    const response = await send(String.raw`{"answer": {"colour": "red", "pier": "a \ud83d"}}`);
    expect(response.json()).toMatchObject({
      errors: { pier: ["This answer has a character that we can't save. Please type it again."] },
    });
  });

  test('rejects unsavable characters in other calls', async () => {
    const body = { username: 'a@b.co', password: 'Correct-Horse-7\ud83d' };
    expect(await student.call('POST', '/public/signup', body)).toMatchObject({ status: 400 });
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/html',
  ])('%s is not accepted', async (contentType) => {
    const response = await send('{"answer": {}}', contentType);
    expect(response.statusCode).toBe(415);
    expect(response.json()).toEqual({ message: 'Only requests in JSON are accepted.' });
  });

  test('pairs of surrogates, quotes, brackets and markup are text like any other', async () => {
    const text = String.raw`😀 "[[[{{{" \u0000 <script>alert(1)</script> ' ; drop table student; -- ${'{{7*7}}'} é ü 漢`;
    const saved = await student.call('PUT', '/api/answer', { answer: { colour: text } });
    expect(saved.status).toBe(200);
    expect((await student.call('GET', '/api/profile')).body).toMatchObject({ answer: { colour: text } });
  });

  test.each([
    ['POST', '/public/signup', { username: 7, password: true }],
    ['POST', '/public/signup', { username: 'a@b.co', password: 'x'.repeat(2000) }],
    ['POST', '/public/signup', { username: 'a@b.co', password: 'Correct-Horse-7', role: 'admin' }],
    ['POST', '/public/confirm', { username: 'a@b.co', code: 123_456 }],
    ['POST', '/public/login', { username: ['a@b.co'], password: { $ne: '' } }],
    ['POST', '/public/reset-password', { username: 'a@b.co', password: 'Correct-Horse-7', id: null }],
    ['POST', '/api/web-status', { web_status: 'accepted' }],
    ['POST', '/api/web-status', { web_status: ['submitted'] }],
    ['PUT', '/api/last-page', { last_page: { path: '/second' } }],
    ['PUT', '/api/tabs', { tab_id: '__proto__', chosen_tab: 7 }],
    ['PUT', '/api/add-another', { button_id: 'boat', num_components: '2' }],
    ['PUT', '/api/add-another', { button_id: 'boat', num_components: 1.5 }],
    ['POST', '/api/validations', { validations: { colour: 'not a list' } }],
  ] as const)('%s %s returns 400 for wrong types', async (method, url, body) => {
    expect(await student.call(method, url, body)).toMatchObject({
      status: 400,
      body: { message: expect.any(String) },
    });
  });
});
