import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemRandomness } from '#server/http/secret-token.ts';
import { createLocales } from '#server/http/locale.ts';
import { openWaitingServer, type WaitingServer } from '#server/start/waiting-server.ts';
import { toyQuestionnaire } from './toy-questionnaire.ts';

const UNAVAILABLE = 'reach your application right now.';

describe('while waiting for the database', () => {
  let waiting: WaitingServer;
  beforeAll(async () => {
    const page = {
      partner: 'default',
      cookiePrefix: 'matricula',
      questionnaire: toyQuestionnaire(),
      locales: createLocales({}),
      folder: path.join(import.meta.dirname, 'client-stand-in'),
      random: systemRandomness,
      clock: () => new Date(),
    };
    waiting = await openWaitingServer({ port: 0, host: '127.0.0.1' }, page);
  });
  afterAll(() => waiting.close());

  async function get(address: string, cookie = '') {
    const headers = { accept: 'text/html', cookie };
    const response = await fetch(`http://127.0.0.1:${waiting.port}${address}`, { headers });
    const text = await response.text();
    return { status: response.status, headers: Object.fromEntries(response.headers), text };
  }

  test('a visitor gets the page, which works in the browser', async () => {
    const page = await get('/about');
    expect(page).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
    expect(page.text).toContain('<title>Stand-in</title>');
    expect(page.headers).not.toHaveProperty('refresh');
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
  });

  test('a student gets a page that reloads itself', async () => {
    const page = await get('/about', 'matricula_signed_in=1');
    expect(page).toMatchObject({ status: 503, headers: { 'retry-after': '5', refresh: '5' } });
    expect(page.text).toContain(UNAVAILABLE);
  });

  test.each(['/api/profile', '/public/login', '/lookup/find?query=x', '/service/view', '/readyz'])(
    'a call gets Retry-After: %s',
    async (address) => {
      const { status, headers, text } = await get(address);
      expect([status, headers['retry-after']]).toEqual([503, '5']);
      expect(text).toContain(UNAVAILABLE);
    },
  );

  test('an open page loads its files', async () => {
    const asset = await get('/assets/entry-12345678.js', 'matricula_signed_in=1');
    expect(asset).toMatchObject({
      status: 200,
      headers: { 'cache-control': expect.stringContaining('immutable') },
    });
    expect((await get('/assets/gone.js')).status).toBe(404);
  });

  test('no restart is requested', async () => {
    expect((await get('/healthz')).status).toBe(200);
  });
});
