import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createTestApp } from '#test/server/test-app.ts';

test('the page is compressed for browsers that take it so, and whole for others', async () => {
  const server = await createTestApp();
  const page = (headers: Record<string, string>) =>
    server.app.inject({ method: 'GET', url: '/login', headers });
  const small = await page({ 'accept-encoding': 'gzip, deflate, br' });
  const whole = await page({});
  expect(small.headers).toMatchObject({
    'content-encoding': 'br',
    vary: 'accept-encoding, accept-language, cookie',
  });
  expect(whole.headers).not.toHaveProperty('content-encoding');
  expect(withoutNonce(brotliDecompressSync(small.rawPayload).toString())).toBe(withoutNonce(whole.payload));
  await server.close();
});

function withoutNonce(html: string): string {
  return html.replaceAll(/nonce="[^"]*"/g, '');
}
