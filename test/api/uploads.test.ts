import { request } from 'node:http';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openTestApp, ORIGIN } from '#test/server/test-app.ts';
import { testEngines } from '#test/server/test-storage.ts';
import {
  attachConverted,
  claim,
  fileOf,
  postForm,
  presign,
  storedKeys,
  type UploadForm,
} from './document-client.ts';
import { documentQuestionnaire } from './document-form.ts';
import { logIn, type StudentClient } from './student-client.ts';

const MEGABYTE = 1_048_576;
const PATH = '/public/upload';
const BROKEN = "This upload isn't allowed, or it took too long. Please choose the file again.";

describe.each(testEngines)('uploads, on $engine', async ({ open }) => {
  let ada: StudentClient;
  let bob: StudentClient;
  let port = '';
  const server = await openTestApp({ storage: await open(), questionnaire: documentQuestionnaire() });
  beforeAll(async () => {
    ada = await logIn(server, 'ada@example.org');
    bob = await logIn(server, 'bob@example.org');
    ({ port } = new URL(await server.app.listen({ port: 0, host: '127.0.0.1' })));
  });

  const refused = { status: 403, message: BROKEN };

  test('need only their form, which is valid for one file', async () => {
    const form = await presign(ada, 'passport');
    const first = fileOf('pdf', 100);
    expect(await postForm(server, form, first, { headers: {} })).toEqual({ status: 204, message: undefined });
    expect(await postForm(server, form, fileOf('pdf', 200))).toEqual(refused);
    expect(await server.files.read(keyOf(form))).toEqual(first);
    expect((await claim(ada, 'passport', keyOf(form))).status).toBe(200);
    expect(await postForm(server, form, fileOf('pdf', 200))).toEqual(refused);
    await server.fileJobs.convert.run();
    await ada.call('DELETE', '/api/document-answer/passport');
    expect(await postForm(server, form, fileOf('pdf', 200))).toEqual(refused);
  });

  test('are refused after ten minutes, or after a newer request', async () => {
    const late = await presign(ada, 'passport');
    server.pass(10 * 60_000);
    expect(await postForm(server, late, fileOf('pdf'))).toEqual(refused);
    const older = await presign(ada, 'passport');
    const newer = await presign(ada, 'passport');
    expect(await postForm(server, older, fileOf('pdf'))).toEqual(refused);
    expect(await postForm(server, newer, fileOf('pdf'))).toMatchObject({ status: 204 });
    const replacing = await presign(ada, 'passport');
    expect(await server.files.read(keyOf(newer))).toBeUndefined();
    expect((await claim(ada, 'passport', keyOf(newer))).status).toBe(404);
    expect(keyOf(replacing)).not.toBe(keyOf(newer));
  });

  test.each([
    ['strangers', (form: UploadForm) => ({ ...form, fields: { ...form.fields, key: 'forged' } })],
    ['other students, again and again,', () => presign(bob, 'passport')],
  ])('of %s do not end those of a student at the same address', async (_whose, other) => {
    const form = await presign(ada, 'passport');
    const flood = await other(form);
    await postForm(server, flood, fileOf('pdf'));
    const others = Array.from({ length: 300 }, () => postForm(server, flood, fileOf('pdf')));
    const statuses = new Set((await Promise.all(others)).map(({ status }) => status));
    expect(statuses).toEqual(new Set([403, 429]));
    expect((await postForm(server, form, fileOf('pdf'))).status).toBe(204);
  });

  test("are refused in another student's session, and from another website", async () => {
    const form = await presign(ada, 'passport');
    const cookies = Object.fromEntries(bob.cookies);
    expect(await postForm(server, form, fileOf('pdf'), { cookies })).toEqual(refused);
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
      const { status } = await postForm(server, form, fileOf('pdf'), { headers });
      expect(status).toBe(403);
    }
    expect(await server.files.read(keyOf(form))).toBeUndefined();
    const own = { cookies: Object.fromEntries(ada.cookies) };
    expect((await postForm(server, form, fileOf('pdf'), own)).status).toBe(204);
  });

  test('are the only multipart call, and accept nothing else', async () => {
    const cookies = Object.fromEntries(ada.cookies);
    const send = (url: string, contentType: string) =>
      server.app.inject({
        method: 'POST',
        url,
        headers: { origin: ORIGIN, 'content-type': contentType },
        cookies,
        payload: '--x\r\nContent-Disposition: form-data; name="key"\r\n\r\nvalue\r\n--x--\r\n',
      });
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
      expect((await send(PATH, type)).statusCode).toBe(415);
    }
    expect((await send(PATH, 'multipart/form-data; boundary=x')).statusCode).toBe(403);
    for (const url of ['/api/presigned-url', '/api/submit', '/api/pdf/document-answer/passport']) {
      expect((await send(url, 'multipart/form-data; boundary=x')).statusCode).toBe(415);
    }
  });

  test('belong to their student and question only', async () => {
    const form = await presign(ada, 'passport');
    await postForm(server, form, fileOf('pdf'));
    const answers = [
      await claim(bob, 'passport', keyOf(form)),
      await claim(bob, 'passport', 'nobody/nothing'),
      await claim(ada, 'plan', keyOf(form)),
      await claim(ada, 'passport', '../../../etc/passwd'),
      await claim(ada, 'colour', keyOf(form)),
      await claim(ada, 'nothing', keyOf(form)),
    ];
    const body = { message: "This document isn't in your application." };
    for (const answer of answers) expect(answer).toMatchObject({ status: 404, body });
    expect((await bob.call('GET', '/api/document-answer')).body).toEqual({});
    expect((await claim(ada, 'passport', keyOf(form))).status).toBe(200);
  });

  test("cannot touch another student's documents", async () => {
    await server.fileJobs.convert.run();
    const { fileKey } = await attachConverted(server, ada, 'plan', { name: 'plan.pdf' });
    const before = await storedKeys(server);
    const paths = ['plan', 'nothing', fileKey, `${fileKey}-kept`, '..', '../plan', 'plan\0', 'x'.repeat(90)];
    for (const method of ['GET', 'POST', 'DELETE'] as const) {
      for (const key of paths.map(encodeURIComponent)) {
        const body = method === 'POST' ? { file_key: `${fileKey}-kept`, file_name: 'x.pdf' } : undefined;
        const { status } = await bob.call(method, `/api/pdf/document-answer/${key}`, body);
        // His own unanswered question is known; everything else is not.
        const isOwn = key === 'plan' && method !== 'POST';
        expect([method, key, status]).toEqual([method, key, isOwn ? 200 : 404]);
      }
    }
    for (const key of paths.map(encodeURIComponent)) {
      expect((await bob.call('DELETE', `/api/document-answer/${key}`)).status).toBe(404);
    }
    expect(await storedKeys(server)).toEqual(before);
    expect((await ada.call('GET', '/api/document-answer')).body).toMatchObject({
      plan: { file_name: 'plan.pdf', file_size: 100 },
    });
  });

  test('are permitted for document questions only', async () => {
    for (const answer_key of ['colour', 'nothing', '', '__proto__', '../passport']) {
      const answer = await ada.call('POST', '/api/presigned-url', { answer_key });
      expect([answer_key, answer.status]).toEqual([answer_key, 422]);
    }
  });

  /** Sends the fields of a form over a real connection, for a file to follow. */
  function beginUpload({ fields }: UploadForm, headers: Record<string, string>) {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const all = { 'content-type': 'multipart/form-data; boundary=edge', ...headers };
    const call = request({ port, path: PATH, method: 'POST', headers: all, agent: false });
    call.on('error', reject).on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    for (const [name, value] of Object.entries(fields)) {
      call.write(`--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
    }
    call.write('--edge\r\nContent-Disposition: form-data; name="file"; filename="x.pdf"\r\n\r\n');
    return { call, status: promise };
  }

  /** Sends a form piece by piece. @returns the status of the response */
  function stream(form: UploadForm, file: Buffer, headers: Record<string, string>): Promise<number> {
    const { call, status } = beginUpload(form, headers);
    for (let at = 0; at < file.length; at += 65_536) call.write(file.subarray(at, at + 65_536));
    call.end('\r\n--edge--\r\n');
    return status;
  }

  test('without a length are cut at the limit; declared oversize is not read', async () => {
    const chunked = { 'transfer-encoding': 'chunked' };
    const good = await presign(ada, 'card');
    expect(await stream(good, fileOf('pdf', MEGABYTE), chunked)).toBe(204);
    const before = await storedKeys(server);
    expect(await stream(await presign(bob, 'card'), fileOf('pdf', MEGABYTE + 1), chunked)).toBe(413);
    expect(await stream(await presign(bob, 'card'), fileOf('pdf', 5 * MEGABYTE), chunked)).toBe(413);
    const declared = { 'content-length': String(50 * MEGABYTE) };
    expect(await stream(await presign(bob, 'card'), fileOf('pdf', 1000), declared)).toBe(413);
    expect(await storedKeys(server)).toEqual(before);
  });

  test.each([
    ['another one of its form', '', (form: UploadForm) => form],
    ['one of a newer form', '', () => presign(bob, 'card')],
    ['another one of its form, between file and end,', '\r\n--edge\r\nContent', (form: UploadForm) => form],
  ])('end when %s begins', async (_name, after, next) => {
    const read = vi.spyOn(server.files.forms, 'permitOf');
    onTestFinished(() => read.mockRestore());
    const form = await presign(bob, 'card');
    const first = beginUpload(form, { 'transfer-encoding': 'chunked' });
    first.call.write(Buffer.concat([fileOf('pdf'), Buffer.from(after)]));
    await expect.poll(() => read.mock.calls.length).toBe(1);
    const second = beginUpload(await next(form), { 'transfer-encoding': 'chunked' });
    second.call.write(fileOf('pdf'));
    // A closed connection would count against the server at a proxy.
    expect(await first.status).toBe(403);
    second.call.end('\r\n--edge--\r\n');
    expect(await second.status).toBe(204);
  });

  test('leave nothing if interrupted, and can be retried', async () => {
    const form = await presign(bob, 'card');
    const before = await storedKeys(server);
    const lengths = { 'content-length': '600000' };
    const { call, status } = beginUpload(form, lengths);
    call.write(fileOf('pdf', 300_000), () => call.destroy());
    await expect(status).rejects.toThrow('socket hang up');
    expect(await storedKeys(server)).toEqual(before);
    expect((await postForm(server, form, fileOf('pdf'))).status).toBe(204);
  });
});

function keyOf({ fields }: UploadForm): string {
  return fields['key'] ?? '';
}
