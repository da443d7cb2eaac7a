import { expect, test } from 'vitest';
import { createTestApp, ORIGIN } from '#test/server/test-app.ts';

const ADDRESS = '/.well-known/security.txt';

test('security.txt names a contact and a future expiry (RFC 9116)', async () => {
  const server = await createTestApp();
  const answer = await server.app.inject({ method: 'GET', url: ADDRESS });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  });
  const lines = answer.payload.split('\n');
  const expires = lines.find((line) => line.startsWith('Expires: '))?.slice('Expires: '.length) ?? '';
  expect(new Date(expires).toISOString()).toBe(expires);
  expect(Date.parse(expires)).toBeGreaterThan(server.now().getTime());
  expect(lines).toContain('Contact: mailto:help@toy.example.edu');
  expect(lines).toContain(`Canonical: ${ORIGIN}${ADDRESS}`);
  await server.close();
});
