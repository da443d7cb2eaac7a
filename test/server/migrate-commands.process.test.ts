import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedStudents } from '#test/bench/bench-students.ts';
import { copyProject } from '#test/support/project-copy.ts';
import { runCommand } from '#test/support/run-command.ts';
import { startTestServer, type TestServer } from '#test/support/test-server.ts';
import { putEmptyDatabase } from './empty-database.ts';

const TINY = path.resolve(import.meta.dirname, '../fixtures/forms/tiny');

let project: string;
let dataDir: string;
let server: TestServer;
beforeAll(async () => {
  project = copyProject(TINY);
  dataDir = mkdtempSync(path.join(tmpdir(), 'migrate-'));
  await putEmptyDatabase(dataDir);
  await seedStudents({ dataDir, databaseUrl: undefined }, 2, { motto: 'Onward' });
  spawnSync(process.execPath, ['scripts/generate.ts'], { cwd: project });
  server = await startTestServer({ project, dataDir, env: { LOG_LEVEL: 'warn' } });
  edit('schema', (page) =>
    page.replace(
      '"motto": { "title": "Motto of {partner.name}" }',
      '"saying": { "title": "Saying", "formerly": ["motto"] }',
    ),
  );
  edit('ui', (layout) => layout.replaceAll('"motto"', '"saying"'));
});
afterAll(async () => {
  await server.stop();
  for (const folder of [project, dataDir]) rmSync(folder, { recursive: true });
});

function edit(kind: 'schema' | 'ui', rewrite: (source: string) => string): void {
  const file = path.join(project, `schemas/pages/you.${kind}.json`);
  writeFileSync(file, rewrite(readFileSync(file, 'utf8')));
}

const run = (command: string, ...args: readonly string[]) =>
  runCommand(command, args, { DATABASE_URL: '', DATA_DIR: dataDir }, { cwd: project });

test('move-answers uses the questions of the files, even uncompiled', async () => {
  const { code, out } = await run('move-answers', '--plan');
  expect(out).toMatch(/^2 drafts; in 2 of them something moves\.\n {2}motto to saying {2}2 drafts\n/);
  expect(code).toBe(0);
});

test('move-answers moves nothing while the server has another version of the form', async () => {
  expect(await run('move-answers', '--now')).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining(
      'The server that runs has another version of the form than the files here. Restart it',
    ),
  });
});

test('move-answers reports invalid files, and does nothing', async () => {
  edit('ui', (layout) => layout.replaceAll('"saying"', '"no_such_question"'));
  expect(await run('move-answers', '--plan')).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/no_such_question[^]*The questionnaire was not compiled\./),
  });
});
