import { chmodSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/support/test-server.ts';
import { putEmptyDatabase } from './empty-database.ts';
import { suiteFolder } from '#test/support/temporary-folder.ts';

/** Files of a folder, and itself, that group or others can use. */
function usableByOthers(folder: string): readonly string[] {
  const names = ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })];
  return names.filter((name) => {
    const entry = lstatSync(path.join(folder, name), { throwIfNoEntry: false });
    return entry !== undefined && (entry.mode & 0o077) !== 0;
  });
}

describe('the data directory', () => {
  const dataDir = suiteFolder();
  let server: TestServer;

  beforeAll(async () => {
    chmodSync(dataDir, 0o755);
    await putEmptyDatabase(dataDir);
    mkdirSync(path.join(dataDir, 'mail'), { mode: 0o755 });
    const mail = path.join(dataDir, 'mail', 'old.eml');
    writeFileSync(mail, 'To: ada@example.org\n\nYour code is 123456.');
    chmodSync(mail, 0o666);
    server = await startTestServer({ dataDir });
  });

  afterAll(() => server.stop());

  test('is made private at the start, as the log reports', () => {
    expect(usableByOthers(dataDir)).toEqual([]);
    const line = server
      .output()
      .split('\n')
      .find((text) => text.includes('could be read by other users'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({ level: 40, narrowed: expect.any(Number) });
  });

  test('stays private after a sign-up and its mail', async () => {
    const answer = await fetch(`${server.url}/public/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.url },
      body: JSON.stringify({ username: 'ada@example.org', password: 'Correct-Horse-9-Battery' }),
    });
    expect(answer.status).toBe(200);
    const mails = (): readonly string[] =>
      readdirSync(server.mailDir).filter((name) => name.endsWith('.eml'));
    await expect.poll(mails).toHaveLength(2);
    expect(usableByOthers(dataDir)).toEqual([]);
  });
});
