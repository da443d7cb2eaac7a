import { expect, test } from 'vitest';
import { createTestApp } from '#test/server/test-app.ts';

test('robots.txt allows screens, not calls or personal links (RFC 9309)', async () => {
  const server = await createTestApp();
  const answer = await server.app.inject({ method: 'GET', url: '/robots.txt' });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
  const [first, ...rules] = answer.payload.trim().split('\n');
  expect(first).toBe('User-agent: *');
  expect(rules).toContain('Disallow: /api/');
  expect(rules).toContain('Disallow: /*?');
  expect(rules).not.toContain('Disallow: /');
  await server.close();
});
