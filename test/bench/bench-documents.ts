import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { documentKeysOf } from '#form/documents/document-answers.ts';
import { readForm } from '#test/support/compiled-form.ts';
import { startTestServer, USUAL_SERVER } from '#test/support/test-server.ts';
import { type BenchStudent, callAs, seedStudents } from './bench-students.ts';
import type { Figure } from './figure.ts';
import { median } from './median.ts';
import { onDatabases } from './on-databases.ts';

const ROUNDS = 10;
const POLL_MS = 50;
const SIDE = 520;

/** How long an uploaded file waits until its conversion begins, and until it has ended. */
export function benchDocuments(): Promise<readonly Figure[]> {
  return onDatabases(async (name, databaseUrl) => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'matricula-bench-'));
    const students = await seedStudents({ dataDir, databaseUrl }, ROUNDS, {});
    const database: Record<string, string> = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
    const server = await startTestServer({
      dataDir,
      command: USUAL_SERVER,
      env: { LOG_LEVEL: 'error', ...database },
    });
    try {
      const [waits, wholes]: [number[], number[]] = [[], []];
      for (const student of students) {
        const { wait, whole } = await attachOne(server.url, student);
        waits.push(wait);
        wholes.push(whole);
      }
      return [
        {
          name: `a conversion waits in the queue, ${name}`,
          value: Math.max(...waits),
          unit: 'ms',
          baselines: [{ name: 'median', value: median(waits) }],
          target: { kind: 'atMost', limit: 1000 },
        },
        { name: `a picture is a document, ${name}`, value: median(wholes), unit: 'ms', baselines: [] },
      ];
    } finally {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
}

async function attachOne(origin: string, student: BenchStudent) {
  const [key = ''] = documentKeysOf(readForm());
  const call = callAs(origin, student);
  const { url, fields } = await (await call('/api/presigned-url', { answer_key: key })).json();
  const form = new FormData();
  for (const [name, value] of Object.entries<string>(fields)) form.append(name, value);
  form.append('file', new Blob([Uint8Array.from(await noisyPicture())]), 'picture.png');
  await fetch(url, { method: 'POST', body: form });
  const address = `/api/pdf/document-answer/${key}`;
  await call(address, { file_key: fields.key, file_name: 'picture.png' });
  const started = performance.now();
  let wait = Number.NaN;
  for (;;) {
    const { status, message }: { status: string; message: string } = await (await call(address)).json();
    if (status !== 'UNPROCESSED' && Number.isNaN(wait)) wait = performance.now() - started;
    if (status === 'COMPLETED') return { wait, whole: performance.now() - started };
    if (status === 'FAILED') throw new Error(message);
    await delay(POLL_MS);
  }
}

/** Of three quarters of a megabyte, since noise cannot be compressed. */
function noisyPicture(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  return sharp({ create: { width: SIDE, height: SIDE, channels: 3, background: 'white', noise } })
    .png()
    .toBuffer();
}
