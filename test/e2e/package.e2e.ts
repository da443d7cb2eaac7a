import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { documentKeysOf } from '#form/documents/document-answers.ts';
import { freePort } from '#scripts/dev/free-port.ts';
import { writePackage } from '#scripts/package/write-package.ts';
import { projectRoot } from '#scripts/run-tool.ts';
import { callAs, seedStudents } from '#test/bench/bench-students.ts';
import { readForm } from '#test/support/compiled-form.ts';
import { fullestState } from '#test/support/fullest-state.ts';
import { readPdf } from '#test/support/read-pdf.ts';
import { samplePdf, samplePng } from '#test/support/sample-files.ts';
import { end, untilReady } from '#test/support/test-server.ts';

const run = promisify(execFile);
const SLOW = { timeout: 180_000 };

/** A single test, since the folder is copied once; any file missing from the package fails it. */
test('a package runs where nothing else is installed: pages, documents, PDF copies, commands', async ({
  page,
}) => {
  const machine = mkdtempSync(path.join(tmpdir(), 'matricula-package-'));
  const folder = path.join(machine, 'opt', 'matricula');
  const [home, dataDir] = [path.join(machine, 'home'), path.join(machine, 'data')];
  mkdirSync(home);
  // Not installed where the machine's own Node is recent.
  await run(process.execPath, ['scripts/setup.mjs', 'scripts/node'], { cwd: projectRoot });
  writePackage(projectRoot, folder);
  const [student] = await seedStudents({ dataDir }, 1, fullestState(readForm()).answers);
  const port = await freePort();
  // The machine's own Node is older than the packaged one.
  const env = { PATH: '/usr/bin:/bin', HOME: home, OPERATOR: 'Grace' };
  const settings = path.join(machine, 'settings');
  writeFileSync(settings, `# For both.\nPORT=${port}\nDATA_DIR=${dataDir}\n`);
  const program = path.join(folder, 'matricula');
  const server = spawn(program, ['--settings', settings, 'start'], {
    cwd: '/',
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed: string[] = [];
  for (const output of [server.stdout, server.stderr])
    output.on('data', (text: Buffer) => printed.push(String(text)));
  const url = `http://localhost:${port}`;
  try {
    await untilReady(server, url, () => printed.join(''));
    await page.goto(url);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const ask = callAs(url, student);
    await ask('/api/pdf');
    for (const file of [await samplePng('scan.png', 200), await samplePdf('essay.pdf')])
      await attach(ask, file);
    await expect
      .poll(async () => (await ask('/api/pdf')).json(), SLOW)
      .toMatchObject({ status: 'COMPLETED' });
    const copy = new Uint8Array(await (await ask('/api/pdf/copy')).arrayBuffer());
    expect(await readPdf(copy)).toMatchObject({ isMarked: true });
    const address = `${student?.id}@example.org`;
    const command = ['--settings', 'settings', 'sessions', '--', '--user', address];
    expect((await run(program, command, { cwd: machine, env })).stdout).toContain(address);
    await expect(run(program, ['fly'], { env })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Unknown argument: fly'),
    });
  } finally {
    await end(server, () => server.kill('SIGTERM'));
    rmSync(machine, { recursive: true, force: true });
  }
  expect(server.exitCode, printed.join('')).toBe(0);
});

type Ask = ReturnType<typeof callAs>;

/** Attaches a file to the first document question, and waits for the conversion. */
async function attach(ask: Ask, file: { readonly name: string; readonly buffer: Buffer }): Promise<void> {
  const [key = ''] = documentKeysOf(readForm());
  const { url, fields } = await (await ask('/api/presigned-url', { answer_key: key })).json();
  const form = new FormData();
  for (const [name, value] of Object.entries<string>(fields)) form.append(name, value);
  form.append('file', new Blob([Uint8Array.from(file.buffer)]), file.name);
  await fetch(url, { method: 'POST', body: form });
  const address = `/api/pdf/document-answer/${key}`;
  await ask(address, { file_key: fields.key, file_name: file.name });
  await expect.poll(async () => (await ask(address)).json(), SLOW).toMatchObject({ status: 'COMPLETED' });
}
