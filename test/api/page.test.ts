import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createTestApp } from '#test/server/test-app.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

test('the page is compressed for browsers that accept it, and holds nobody up', async () => {
  const server = await createTestApp();
  const page = (headers: Record<string, string>) =>
    server.app.inject({ method: 'GET', url: '/login', headers });
  let isHeldUp = true;
  setImmediate(() => (isHeldUp = false));
  const small = await page({ 'accept-encoding': 'gzip, deflate, br' });
  expect(isHeldUp).toBe(false);
  expect(small.headers).toMatchObject({
    'content-encoding': 'br',
    vary: 'accept-encoding, accept-language, cookie',
  });
  for (const refused of [
    {},
    { 'accept-encoding': 'br;q=0, gzip' },
    { 'accept-encoding': 'gzip, BR; Q=0.000' },
  ]) {
    const whole = await page(refused);
    expect(whole.headers).not.toHaveProperty('content-encoding');
    expect(withoutNonce(brotliDecompressSync(small.rawPayload).toString())).toBe(withoutNonce(whole.payload));
  }
  await server.close();
});

function withoutNonce(html: string): string {
  return html.replaceAll(/nonce="[^"]*"/g, '');
}

test('a built file is the same for each kind of request', async () => {
  const staticFolder = folderWithAsset();
  const server = await createTestApp({ staticFolder });
  const ask = async (headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') => {
    const answer = await server.app.inject({ method, url: ASSET, headers });
    const { date: _date, 'x-request-id': _id, ...same } = answer.headers;
    return { status: answer.statusCode, headers: same, bytes: answer.rawPayload };
  };
  const compressed = { 'accept-encoding': 'gzip, br' };
  const first = await ask(compressed);
  expect(brotliDecompressSync(first.bytes).toString()).toBe(SCRIPT);
  expect(first.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
    'content-type': 'application/javascript; charset=utf-8',
    vary: 'accept-encoding',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
  });
  expect(await ask(compressed)).toEqual(first);
  expect(await ask(compressed, 'HEAD')).toMatchObject({ status: 200, bytes: Buffer.alloc(0) });
  expect(await ask({ ...compressed, 'if-none-match': String(first.headers.etag) })).toMatchObject({
    status: 304,
  });
  const whole = await ask({});
  expect(whole.bytes.toString()).toBe(SCRIPT);
  expect(whole.headers).not.toHaveProperty('content-encoding');
  expect(await ask({ ...compressed, range: 'bytes=0-3' })).toMatchObject({ status: 206 });
  await server.close();
});

const ASSET = '/assets/entry-12345678.js';
const SCRIPT = 'export const question = "answer";\n'.repeat(100);

function folderWithAsset(): string {
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, 'assets'));
  writeFileSync(path.join(folder, 'index.html'), '<!doctype html>');
  writeFileSync(path.join(folder, ASSET), SCRIPT);
  writeFileSync(path.join(folder, `${ASSET}.br`), brotliCompressSync(SCRIPT));
  return folder;
}
