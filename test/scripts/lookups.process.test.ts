import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { putEmptyDatabase } from '#test/server/empty-database.ts';
import { EAST_HIGH, EAST_LINE } from '#test/server/lookup/school-fixture.ts';
import { startTestServer, type TestServer } from '#test/support/test-server.ts';
import { suiteFolder } from '#test/support/temporary-folder.ts';
import { runCommand } from '#test/support/run-command.ts';

const FILE = `nces_id,name,address_line_1,city,state,zip\n${EAST_LINE}\n`;

describe('matricula lookups', () => {
  const folder = suiteFolder();
  const dataDir = path.join(folder, 'data');
  const file = path.join(folder, 'schools.csv');
  beforeAll(async () => {
    writeFileSync(file, FILE);
    mkdirSync(dataDir);
    await putEmptyDatabase(dataDir);
  });

  const run = (...words: readonly string[]) =>
    runCommand('lookups', words, { DATA_DIR: dataDir, DATABASE_URL: '' });

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
    const sentence = ': "kepe" is not a key of a mapping. Its keys are source, idPrefix, columns, keep.';
    expect(await run('import', 'hs_ceeb', file, '--map', map)).toMatchObject({
      code: 1,
      err: expect.stringContaining(map + sentence),
    });
  });

  test('imports a file while no server runs', async () => {
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

    test('lists the directories in use', async () => {
      const { out } = await run('list');
      expect(out).toMatch(/^hs_ceeb: 1 school of "list", imported \d{4}-/m);
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
