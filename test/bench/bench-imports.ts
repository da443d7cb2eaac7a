import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { hasSchoolData, schoolData } from '#test/server/lookup/school-data.ts';
import { startTestServer, type TestServer, USUAL_SERVER } from '#test/support/test-server.ts';
import type { Figure } from './figure.ts';
import { forgetPeak, memoryOf } from './process-memory.ts';

const root = path.resolve(import.meta.dirname, '../..');
const OFFICIAL = [
  ['hs_ceeb', schoolData.highSchools],
  ['college_ceeb', schoolData.colleges],
] as const;
const POLL_MS = 25;

/**
 * What `npm run matricula -- lookups import` of both official files takes, beside a running server: seconds, and memory. On the
 * embedded database the server does the work, so that what it adds to the server at rest is shown; on PostgreSQL the
 * command does, and all of its memory is shown.
 */
export async function benchImports(
  name: string,
  databaseUrl: string | undefined,
): Promise<readonly Figure[]> {
  if (!hasSchoolData || memoryOf(process.pid) === undefined) {
    console.log('The import of the official files is left out: it needs MATRICULA_DATA, and Linux.');
    return [];
  }
  const env = { LOG_LEVEL: 'error', ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
  const server = await startTestServer({ command: USUAL_SERVER, env });
  try {
    await readDirectories(server);
    const rest = memoryOf(server.pid)?.now ?? Number.NaN;
    forgetPeak(server.pid);
    const started = performance.now();
    let command = 0;
    for (const [category, file] of OFFICIAL)
      command = Math.max(command, await peakOfImport(server, { ...env, category, file }));
    const seconds = (performance.now() - started) / 1000;
    const added = Math.max(0, (memoryOf(server.pid)?.peak ?? Number.NaN) - rest);
    return [
      {
        name: `import of both official files, ${name}`,
        value: seconds,
        unit: 's',
        baselines: [],
        target: { kind: 'atMost', limit: 30 },
      },
      {
        name: `memory of that import, ${name}`,
        value: databaseUrl === undefined ? added : command,
        unit: 'MB',
        baselines: [{ name: 'server at rest', value: rest }],
        target: { kind: 'atMost', limit: 300 },
      },
    ];
  } finally {
    await server.stop();
  }
}

/** The first search of a category waits until its directory has been read. */
async function readDirectories({ url }: TestServer): Promise<void> {
  for (const [category] of OFFICIAL) {
    const answer = await fetch(
      `${url.replace('localhost', '127.0.0.1')}/lookup/find?category=${category}&query=east`,
    );
    await answer.arrayBuffer();
  }
}

type Import = { readonly category: string; readonly file: string; readonly DATABASE_URL?: string };

/** The highest memory of the command, in MB. */
async function peakOfImport(
  { dataDir }: TestServer,
  { category, file, DATABASE_URL = '' }: Import,
): Promise<number> {
  const child = spawn(process.execPath, ['scripts/matricula.ts', 'lookups', 'import', category, file], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let peak = 0;
  const timer = setInterval(() => {
    peak = memoryOf(child.pid ?? 0)?.peak || peak;
  }, POLL_MS);
  await once(child, 'exit');
  clearInterval(timer);
  if (child.exitCode !== 0) throw new Error(`The import of ${file} failed.`);
  return peak;
}
