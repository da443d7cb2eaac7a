import path from 'node:path';
import { PassThrough } from 'node:stream';
import { beforeAll, describe, expect, test } from 'vitest';
import { partnersFolder } from '#scripts/run-tool.ts';
import { loadApiCalls } from '#server/http/api-schemas.ts';
import { parseConfig } from '#server/settings/config.ts';
import { createTestApp, openTestApp, ORIGIN } from '#test/server/test-app.ts';
import { listRoutes, type Route } from './list-routes.ts';
import { logIn, PASSWORD, register, StudentClient } from './student-client.ts';

const EVERYWHERE = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};
const CALL = {
  ...EVERYWHERE,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'cache-control': 'no-store',
};

function isCall({ url }: { readonly url: string }): boolean {
  return ['/api/', '/public/', '/lookup/', '/service/'].some((start) => url.startsWith(start));
}

describe('the security of calls', async () => {
  let student: StudentClient;
  let routes: readonly Route[];
  const server = await openTestApp();
  beforeAll(async () => {
    student = await logIn(server);
    routes = listRoutes(server.app);
  });

  test('the list of routes holds every documented call', () => {
    const described = [...loadApiCalls(path.resolve(import.meta.dirname, '../../schemas/api')).keys()];
    const files = ['GET /api/pdf/copy', 'GET /api/pdf/document-answer/{answer_key}/file'];
    const undescribed = [...files, 'POST /public/upload'];
    expect(described.length).toBeGreaterThan(40);
    expect(
      routes
        .filter(isCall)
        .map(({ method, url }) => `${method} ${url.replace(/:(\w+)/, '{$1}')}`)
        .toSorted(),
    ).toEqual([...described, ...undescribed].toSorted());
  });

  test('every response has the headers, and none names the software', async () => {
    const unknown = [
      { method: 'GET', url: '/api/nothing' },
      { method: 'PUT', url: '/api/profile' },
      { method: 'GET', url: '/healthz' },
    ] as const;
    for (const route of [...routes.filter(isCall), ...unknown]) {
      const { headers } = await server.app.inject({ ...route, headers: { origin: ORIGIN } });
      expect(headers).toMatchObject(CALL);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(Object.keys(headers)).not.toContain('server');
      expect(Object.keys(headers)).not.toContain('x-powered-by');
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });

  test('student calls return 401 without a session, or with an invalid or ended one', async () => {
    const over = student.copy();
    await over.logIn('ada@example.org');
    const ended = Object.fromEntries(over.cookies);
    const payload = new PassThrough();
    const headers = { origin: ORIGIN, 'content-type': 'application/json' };
    const call = { method: 'PUT', url: '/api/answer', headers } as const;
    const heldOpen = server.app.inject({ ...call, payload, cookies: ended });
    await over.call('GET', '/api/sessions');
    await over.call('GET', '/api/logout');
    server.pass(10_000);
    payload.end('{"answer":{}}');
    expect((await heldOpen).statusCode).toBe(401);
    const cookies = [{}, { toy_session: 'garbage' }, { toy_session: 'A'.repeat(43) }, ended];
    for (const route of routes.filter(({ url }) => url.startsWith('/api/'))) {
      for (const cookie of cookies) {
        const response = await server.app.inject({ ...route, headers: { origin: ORIGIN }, cookies: cookie });
        expect([route.url, response.statusCode]).toEqual([route.url, 401]);
      }
    }
    student = await logInAgain();
  });

  test.each([
    'null',
    'https://localhost:3000',
    'http://localhost',
    'http://localhost:3001',
    'http://localhost:3000.evil.example',
    'http://evil.example',
    'http://localhost:3000/',
    'HTTP://LOCALHOST:3000@evil.example',
  ])('an unsafe call from the origin %s is refused without effect', async (origin) => {
    for (const route of routes.filter(({ method, url }) => method !== 'GET' || url === '/api/logout')) {
      const response = await server.app.inject({
        ...route,
        headers: { origin },
        cookies: Object.fromEntries(student.cookies),
      });
      expect([route.url, response.statusCode]).toEqual([route.url, 403]);
    }
    expect((await student.call('GET', '/api/profile')).body).toMatchObject({ web_status: [], answer: {} });
  });

  test('scripts cannot read the session cookie, only that there is one', async () => {
    await register(server, 'cookies@example.org');
    const response = await server.app.inject({
      method: 'POST',
      url: '/public/login',
      payload: { username: 'cookies@example.org', password: PASSWORD },
    });
    expect(response.cookies).toEqual([
      {
        name: 'toy_session',
        value: expect.stringMatching(/^[\w-]{43}$/),
        path: '/',
        httpOnly: true,
        sameSite: 'Lax',
      },
      { name: 'toy_signed_in', value: expect.stringMatching(/^[\w-]{11}$/), path: '/', sameSite: 'Lax' },
      {
        name: 'toy_device',
        value: expect.stringMatching(/^[\w-]{43}$/),
        path: '/',
        maxAge: 365 * 24 * 3600,
        httpOnly: true,
        sameSite: 'Lax',
      },
    ]);
  });

  test('a browser whose page deleted the mark is logged out', async () => {
    const ada = await logIn(server, 'offline@example.org');
    const session = ada.cookies.get('toy_session') ?? '';
    const open = (url: string, cookies: object) =>
      server.app.inject({
        url,
        cookies: { toy_session: session, ...cookies },
        headers: { 'sec-fetch-mode': 'navigate' },
      });
    expect((await open('/api/profile', { toy_signed_in: 'any' })).statusCode).toBe(200);
    const page = await open('/login', {});
    expect(page.cookies).toMatchObject([{ name: 'toy_session', value: '', path: '/' }]);
    expect((await open('/api/profile', {})).statusCode).toBe(401);
    expect((await open('/login', { toy_signed_in: 'any' })).cookies).toEqual([]);
  });

  test('a page that slept saves nothing for the student who is logged in now', async () => {
    const ada = await logIn(server, 'asleep@example.org');
    const bob = await logIn(server, 'awake@example.org');
    const saveFor = (page: StudentClient) => {
      const cookie = [...bob.cookies].map((each) => each.join('=')).join('; ');
      return server.app.inject({
        method: 'PUT',
        url: '/api/answer',
        headers: { origin: ORIGIN, cookie, 'x-session-mark': page.cookies.get('toy_signed_in') ?? '' },
        payload: { answer: { colour: 'red' } },
      });
    };
    const refused = await saveFor(ada);
    expect([refused.statusCode, refused.cookies]).toEqual([401, []]);
    expect((await bob.call('GET', '/api/profile')).body['answer']).toEqual({});
    expect((await saveFor(bob)).statusCode).toBe(200);
    const again = new StudentClient(server.app);
    await again.logIn('awake@example.org');
    expect((await saveFor(again)).statusCode).toBe(200);
  });

  test('over HTTPS, cookies are bound to the host, and HSTS is set', async () => {
    const read = parseConfig(
      { PUBLIC_URL: 'https://apply.example.edu', COOKIE_PREFIX: 'toy' },
      partnersFolder,
    );
    if (read.kind !== 'config') throw new Error(read.faults.join());
    const secure = await createTestApp({
      config: { partner: 'toy', cookiePrefix: read.config.cookiePrefix, trustProxy: false },
      publicOrigin: () => 'https://apply.example.edu',
      storage: server.storage,
    });
    const response = await secure.app.inject({
      method: 'POST',
      url: '/public/login',
      headers: { origin: 'https://apply.example.edu' },
      payload: { username: 'cookies@example.org', password: PASSWORD },
    });
    expect(response.cookies).toMatchObject([
      { name: '__Host-toy_session', secure: true, httpOnly: true, path: '/' },
      { name: '__Host-toy_signed_in', secure: true, path: '/' },
      { name: 'language', secure: true },
      { name: '__Host-toy_device', secure: true, httpOnly: true, path: '/' },
    ]);
    for (const cookie of response.cookies.slice(0, 2)) expect(cookie).not.toHaveProperty('domain');
    expect(response.headers['strict-transport-security']).toBe(
      'max-age=63072000; includeSubDomains; preload',
    );
    await secure.app.close();
  });

  test('/healthz and /readyz differ without a database', async () => {
    const alone = await createTestApp();
    expect((await alone.app.inject('/readyz')).json()).toEqual({ status: 'ok' });
    await alone.storage.close();
    expect((await alone.app.inject('/healthz')).json()).toEqual({ status: 'ok' });
    const degraded = await alone.app.inject('/readyz');
    expect(degraded.statusCode).toBe(200);
    const message = expect.stringMatching(/\.$/);
    expect(degraded.json()).toEqual({ status: 'degraded', fault: 'unavailable', message });
    await alone.app.close();
  });

  async function logInAgain(): Promise<StudentClient> {
    const again = student.copy();
    again.forgetCookies();
    await again.logIn('ada@example.org');
    return again;
  }
});

describe('the pages and files', async () => {
  const server = await openTestApp();

  test.each(['/', '/about', '/reset?username=a@b.co&id=x', '/some/where/else', '/apiary', '/index.html'])(
    '%s returns the page with a new nonce',
    async (url) => {
      const [first, second] = [await server.app.inject(url), await server.app.inject(url)];
      expect(first.statusCode).toBe(200);
      expect(first.headers).toMatchObject({
        ...EVERYWHERE,
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy':
          'camera=(), microphone=(), geolocation=(), payment=(), usb=(), publickey-credentials-create=(self), publickey-credentials-get=(self)',
      });
      const nonce = /nonce="([^"]+)"/.exec(first.body)?.[1] ?? '';
      expect(nonce.length).toBeGreaterThanOrEqual(22);
      expect(first.headers['content-security-policy']).toBe(
        "default-src 'none'; script-src 'self'; " +
          `style-src 'self' 'nonce-${nonce}'; img-src 'self' blob:; font-src 'self'; connect-src 'self'; ` +
          "form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; " +
          "require-trusted-types-for 'script'",
      );
      expect(first.body).toContain('data-partner="toy" data-cookie-prefix="toy"');
      expect(second.body).not.toContain(nonce);
    },
  );

  test.each([
    ['GET', '/assets/gone-12345678.js'],
    ['GET', '/assets/..%2f..%2ftest-app.ts'],
    ['GET', '/api'],
    ['GET', '/api/unknown'],
    ['GET', '/public/unknown'],
    ['GET', '/lookup/unknown'],
    ['GET', '/service/unknown'],
    ['POST', '/about'],
    ['DELETE', '/api/profile'],
  ] as const)('%s %s returns 404 as JSON', async (method, url) => {
    const response = await server.app.inject({ method, url });
    expect(response.statusCode).toBe(404);
    expect(response.headers).toMatchObject({ ...CALL, 'content-type': 'application/json; charset=utf-8' });
    expect(response.json()).toEqual({ message: 'There is nothing at this address.' });
  });

  test('without a built client only the calls are served', async () => {
    const bare = await createTestApp({ staticFolder: '/nowhere' });
    expect((await bare.app.inject('/about')).statusCode).toBe(404);
    expect((await bare.app.inject('/healthz')).statusCode).toBe(200);
    await bare.close();
  });
});
