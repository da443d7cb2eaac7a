import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '#scripts/dev/free-port.ts';
import { putEmptyDatabase } from '#test/server/empty-database.ts';
import { EAST_HIGH, EAST_LINE } from '#test/server/lookup/school-fixture.ts';
import { startTestServer, type TestServer } from '#test/support/test-server.ts';
import { suiteFolder } from '#test/support/temporary-folder.ts';
import { runCommand } from '#test/support/run-command.ts';

const FILE = `nces_id,name,address_line_1,city,state,zip\n${EAST_LINE}\n`;
const COLLEGES =
  'UNITID,INSTNM,IALIAS,ADDR,CITY,STABBR,ZIP,CYACTIVE,DEGGRANT,INSTSIZE\n1,Mines,-2,A St,Golden,CO,80401,1,1,3\n';

describe('matricula lookups', () => {
  const folder = suiteFolder();
  const dataDir = path.join(folder, 'data');
  const file = path.join(folder, 'schools.csv');
  let official: Server;
  let address = '';
  beforeAll(async () => {
    writeFileSync(file, FILE);
    mkdirSync(dataDir);
    await putEmptyDatabase(dataDir);
    official = createServer((request, response) => {
      if (request.url === '/schools.csv.gz') response.end(gzipSync(FILE));
      else if (request.url === '/colleges.csv') response.end(COLLEGES);
      else response.writeHead(404).end('<html>moved</html>');
    });
    official.listen(0, '127.0.0.1');
    await once(official, 'listening');
    const bound = official.address();
    address = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`;
  });
  afterAll(() => {
    official.close();
  });

  const run = (...words: readonly string[]) =>
    runCommand('lookups', words, { DATA_DIR: dataDir, DATABASE_URL: '' });
  const sourcesOf = (list: readonly object[]): string => {
    const sources = path.join(folder, 'sources.json');
    writeFileSync(sources, JSON.stringify({ sources: list }));
    return sources;
  };

  test('prints usage for invalid arguments', async () => {
    expect(await run('import', 'zoo', file)).toMatchObject({
      code: 1,
      err: expect.stringContaining('"zoo" is not a category'),
    });
    expect(await run()).toMatchObject({
      code: 1,
      err: expect.stringContaining('lookups needs a command.'),
    });
  });

  test('names the file whose mapping has an unknown key', async () => {
    const map = path.join(folder, 'map.json');
    writeFileSync(map, JSON.stringify({ source: 'list', idPrefix: 'nces', kepe: {} }));
    const sentence = ': "kepe" is not a key of a mapping. Did you mean "keep"?';
    expect(await run('import', 'hs_ceeb', file, '--map', map)).toMatchObject({
      code: 1,
      err: expect.stringContaining(map + sentence),
    });
    const sources = sourcesOf([
      {
        category: 'hs_ceeb',
        url: `${address}/schools.csv.gz`,
        mapping: { source: 'list', idPrefix: 'nces', columns: { nmae: 'School' } },
      },
    ]);
    expect(await run('update', '--sources', sources)).toMatchObject({
      code: 1,
      err: expect.stringContaining(
        `${sources}: "nmae" is not a key of "columns" in a mapping. Did you mean "name"?`,
      ),
    });
  });

  test('imports a file before the first start of the server', async () => {
    expect(await run('import', 'hs_ceeb', file)).toMatchObject({
      code: 0,
      out: 'Imported 1 school into hs_ceeb as "list".\n',
    });
  });

  describe('while a server holds the embedded database', () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await startTestServer({ dataDir, env: { LOG_LEVEL: 'error', MAILBOX_PORT: 'off' } });
    });
    afterAll(() => server.stop());

    test('explains a rejected file in one sentence', async () => {
      expect(await run('import', 'hs_ceeb', path.join(folder, 'none.csv'))).toEqual({
        code: 1,
        out: '',
        err: `${path.join(folder, 'none.csv')} cannot be read. Is the path right?\n`,
      });
    });

    test('downloads the official files of a list and imports them', async () => {
      const sources = sourcesOf([
        { category: 'hs_ceeb', url: `${address}/schools.csv.gz` },
        { category: 'college_ceeb', url: `${address}/colleges.csv` },
      ]);
      expect(await run('update', '--sources', sources)).toMatchObject({
        code: 0,
        out: 'Imported 1 school into hs_ceeb as "list", in place of 1.\nImported 1 college into college_ceeb as "ipeds".\n',
      });
    });

    test('imports nothing if a download fails', async () => {
      const before = await run('list');
      expect(before.out).toMatch(/^hs_ceeb: 1 school of "list", imported \d{4}-/m);
      const sources = sourcesOf([
        { category: 'hs_ceeb', url: `${address}/schools.csv.gz` },
        { category: 'college_ceeb', url: `${address}/moved.csv` },
      ]);
      const { code, err } = await run('update', '--sources', sources);
      expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('(status 404)') });
      expect(await run('list')).toEqual(before);
    });

    test('explains why a host cannot be reached', async () => {
      const url = `http://127.0.0.1:${await freePort()}/schools.csv`;
      const { code, err } = await run('update', '--sources', sourcesOf([{ category: 'hs_ceeb', url }]));
      expect({ code, err }).toEqual({
        code: 1,
        err: expect.stringMatching(/cannot be downloaded \(connect ECONNREFUSED 127\.0\.0\.1:\d+\)/),
      });
    });

    test('imports through the server, and reports its progress', async () => {
      const many = path.join(folder, 'many.csv');
      const rows = Array.from({ length: 12_000 }, (_, at) => `${at},School ${at},1 A St,Denver,CO,80202`);
      writeFileSync(many, [FILE.trim(), ...rows].join('\n'));
      expect(await run('import', 'hs_ceeb', many)).toEqual({
        code: 0,
        out: 'Imported 12,001 schools into hs_ceeb as "list", in place of 1.\n',
        err: '10,000 rows …\n',
      });
      const found = await fetch(
        `${server.url.replace('localhost', '127.0.0.1')}/lookup/find?category=hs_ceeb&query=east`,
      );
      expect(await found.json()).toEqual([
        { id: EAST_HIGH.id, text: EAST_HIGH.name, sub_text: 'Denver, CO' },
      ]);
    });
  });
});
