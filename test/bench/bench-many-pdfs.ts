import { setTimeout as delay } from 'node:timers/promises';
import { readPdf } from '#test/support/read-pdf.ts';
import { startTestServer, USUAL_SERVER } from '#test/support/test-server.ts';
import { type BenchStudent, seedStudents } from './bench-students.ts';
import type { Figure } from './figure.ts';
import { freeTextKey } from './free-text-key.ts';
import { steadySaves } from './steady-saves.ts';

const PDFS = 50;
const SAVING = 10;
const SECONDS = 8;
const POLL_MS = 250;
const KEY = freeTextKey();

/**
 * Saves of some students while fifty others ask for their PDF copies at once, beside the same saves alone.
 *
 * @throws Error when a copy holds what is another student's, or none is made
 */
export async function benchManyPdfs(dataDir: string): Promise<readonly Figure[]> {
  const saving = await seedStudents({ dataDir }, SAVING, {});
  const asking = await seedStudents({ dataDir }, PDFS, {});
  const server = await startTestServer({ dataDir, command: USUAL_SERVER, env: { LOG_LEVEL: 'error' } });
  const origin = server.url.replace('localhost', '127.0.0.1');
  try {
    for (const student of asking)
      await call(origin, student, '/api/answer', { answer: { [KEY]: canaryOf(student) } });
    await steadySaves(origin, saving, 1);
    const alone = await steadySaves(origin, saving, SECONDS);
    const started = performance.now();
    await Promise.all(asking.map((student) => call(origin, student, '/api/pdf')));
    const beside = await steadySaves(origin, saving, SECONDS);
    for (const student of asking) await checkCopy(origin, student);
    return [
      {
        name: `p99 of a save while ${PDFS} PDFs are made`,
        value: beside,
        unit: 'ms',
        baselines: [{ name: 'without', value: alone }],
        target: { kind: 'timesAtMost', limit: 2 },
      },
      {
        name: `${PDFS} PDFs asked for at once, none mixed up`,
        value: (performance.now() - started) / 1000,
        unit: 's',
        baselines: [],
      },
    ];
  } finally {
    await server.stop();
  }
}

function canaryOf({ id }: BenchStudent): string {
  return `canary${id.replaceAll('-', '')}`;
}

/** Waits for the copy of a student, and looks into it. */
async function checkCopy(origin: string, student: BenchStudent): Promise<void> {
  for (;;) {
    const { status, message }: { status: string; message: string } = await (
      await call(origin, student, '/api/pdf')
    ).json();
    if (status === 'COMPLETED') break;
    if (status === 'FAILED') throw new Error(message);
    await delay(POLL_MS);
  }
  const file = await call(origin, student, '/api/pdf/copy');
  const { pages } = await readPdf(new Uint8Array(await file.arrayBuffer()));
  const found = new Set(pages.join('').match(/canary[\da-f]{32}/g));
  if (found.size !== 1 || !found.has(canaryOf(student)))
    throw new Error(`A PDF copy holds ${[...found].join(', ')} instead of its owner's answer alone.`);
}

async function call(origin: string, { token }: BenchStudent, address: string, body?: object) {
  const response = await fetch(origin + address, {
    method: body === undefined ? 'GET' : 'PUT',
    headers: {
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      cookie: `matricula_session=${token}`,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${address} returned ${response.status}.`);
  return response;
}
