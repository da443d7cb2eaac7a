import { beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, ORIGIN } from '#test/server/test-app.ts';
import { testEngines } from '#test/server/test-storage.ts';
import { listRoutes, type Route } from './list-routes.ts';
import { logIn, type StudentClient } from './student-client.ts';

/** Every query parameter of a call. */
const QUERIES = [
  'category=TEXT&query=east',
  'category=hs_ceeb&query=TEXT',
  'category=hs_ceeb&id=TEXT',
  'category=address&id=TEXT',
  'category=address&query=east&country=TEXT',
  'token=TEXT',
  'service_token=TEXT',
];

describe.each(testEngines)('addresses on $engine', async ({ open }) => {
  let student: StudentClient;
  let routes: readonly Route[];
  const server = await openTestApp({ storage: await open() });
  beforeAll(async () => {
    student = await logIn(server);
    routes = listRoutes(server.app).filter(({ url }) => url !== '/api/logout');
  });

  test.each(['%00', 'a%00b', '%ed%a0%80', '%ff', '%', '%u0000'])(
    'with %s never cause a server error',
    async (text) => {
      for (const { method, url } of routes) {
        const path = url.replace(/:\w+/, text);
        for (const target of [path, ...QUERIES.map((each) => `${path}?${each.replace('TEXT', text)}`)]) {
          const { statusCode } = await server.app.inject({
            method,
            url: target,
            headers: { origin: ORIGIN },
            cookies: Object.fromEntries(student.cookies),
          });
          expect([target, statusCode < 500]).toEqual([target, true]);
        }
      }
      expect(server.logged.filter((line) => line.includes('unexpected failure'))).toEqual([]);
    },
  );
});
