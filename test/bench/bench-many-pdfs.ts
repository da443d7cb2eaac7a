import { setTimeout as delay } from 'node:timers/promises';
import { completeApplication } from '../../src/compiler/prove/applicants/complete-application.ts';
import { readForm } from '../support/compiled-form.ts';
import { readPdf } from '../support/read-pdf.ts';
import { startTestServer, USUAL_SERVER } from '../support/test-server.ts';
import { type BenchStudent, callAs, seedStudents } from './bench-students.ts';
import type { Figure } from './figure.ts';
import { freeTextKey } from './free-text-key.ts';
import { fixedRateSavesP99 } from './steady-saves.ts';

/** Requests at once, to a server that has just started. */
const PDFS = 100;
const SAVING = 10;
const SECONDS = 8;
/** Period in which other students save at the same time. */
const SAVING_SECONDS = 20;
/** As on the page (docs/behavior.md 9). */
const POLL_MS = 1000;
const KEY = freeTextKey();

/**
 * Measures many concurrent PDF copies of complete applications, polled as by the page, and other students' saves
 * during them, compared with saves alone.
 *
 * @throws Error if a copy contains another student's data, or none is made
 */
export async function benchManyPdfs(dataDir: string): Promise<readonly Figure[]> {
  const { answers } = completeApplication(readForm(), { answers: {} }, { seed: 'usual', now: new Date() });
  const saving = await seedStudents({ dataDir }, SAVING, {});
  const asking = await seedStudents({ dataDir }, PDFS, answers);
  const server = await startTestServer({ dataDir, command: USUAL_SERVER, env: { LOG_LEVEL: 'error' } });
  const origin = server.url.replace('localhost', '127.0.0.1');
  try {
    for (const student of asking)
      await callAs(origin, student)('/api/answer', { answer: { [KEY]: canaryOf(student) } }, 'PUT');
    await fixedRateSavesP99(origin, saving, 1);
    const alone = await fixedRateSavesP99(origin, saving, SECONDS);
    const started = performance.now();
    const copies = asking.map((student) => waitForCopy(origin, student));
    const first = Promise.race(copies).then(() => (performance.now() - started) / 1000);
    const concurrent = await fixedRateSavesP99(origin, saving, SAVING_SECONDS);
    await Promise.all(copies);
    const minutes = (performance.now() - started) / 60_000;
    for (const student of asking) await checkCopy(origin, student);
    return [
      {
        name: 'p99 of a save while many PDFs are made',
        value: concurrent,
        unit: 'ms',
        baselines: [{ name: 'without', value: alone }],
        // As in a crowd (bench-crowd.ts). Spread over 20 s, it was 141 ms.
        target: { kind: 'atMost', limit: 300 },
      },
      {
        name: `first of ${PDFS} PDFs`,
        value: await first,
        unit: 's',
        baselines: [],
        target: { kind: 'atMost', limit: 10 },
      },
      {
        name: `PDFs of ${PDFS} complete applications, requested at once, none failed or mixed up`,
        value: PDFS / minutes,
        unit: '/min',
        baselines: [],
        target: { kind: 'atLeast', limit: 120 },
      },
    ];
  } finally {
    await server.stop();
  }
}

function canaryOf({ id }: BenchStudent): string {
  return `canary${id.replaceAll('-', '')}`;
}

async function waitForCopy(origin: string, student: BenchStudent): Promise<void> {
  for (;;) {
    const { status, message }: { status: string; message: string } = await (
      await callAs(origin, student)('/api/pdf')
    ).json();
    if (status === 'COMPLETED') return;
    if (status === 'FAILED') throw new Error(message);
    await delay(POLL_MS);
  }
}

async function checkCopy(origin: string, student: BenchStudent): Promise<void> {
  const file = await callAs(origin, student)('/api/pdf/copy');
  const { pages } = await readPdf(new Uint8Array(await file.arrayBuffer()));
  const found = new Set(pages.join('').match(/canary[\da-f]{32}/g));
  if (found.size !== 1 || !found.has(canaryOf(student)))
    throw new Error(`A PDF copy holds ${[...found].join(', ')} instead of its owner's answer alone.`);
}
