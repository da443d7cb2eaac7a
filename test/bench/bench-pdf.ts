import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { systemRandomness } from '../../src/server/http/secret-token.ts';
import { PRINT_OPTIONS } from '../../src/server/pdf/render/render-application.ts';
import { createRenderer } from '../../src/server/pdf/render/renderer.ts';
import { createServiceToken } from '../../src/server/service/service-token-store.ts';
import { openStorage } from '../../src/server/database/database.ts';
import { chromiumLaunch } from '../support/chromium.ts';
import { readForm } from '../support/compiled-form.ts';
import { fullestState } from '../support/fullest-state.ts';
import { startTestServer, USUAL_SERVER } from '../support/test-server.ts';
import { benchManyPdfs } from './bench-many-pdfs.ts';
import { seedStudents } from './bench-students.ts';
import type { Figure } from './figure.ts';
import { percentile } from './percentile.ts';

const ROUNDS = 7;
const TOKEN_MS = 3_600_000;

/** Measures the PDF of the largest application, compared with bare Chromium, and fifty concurrent ones. */
export async function benchPdf(): Promise<readonly Figure[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'matricula-bench-'));
  try {
    return [...(await benchOne(dataDir)), ...(await benchManyPdfs(dataDir))];
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function benchOne(dataDir: string): Promise<readonly Figure[]> {
  const token = await seedLargest(dataDir);
  const server = await startTestServer({ dataDir, command: USUAL_SERVER, env: { LOG_LEVEL: 'error' } });
  const origin = server.url.replace('localhost', '127.0.0.1');
  const renderer = createRenderer({ env: process.env });
  const browser = await chromium.launch(chromiumLaunch());
  async function alone(): Promise<{ readonly whole: number; readonly printing: number }> {
    const started = performance.now();
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${origin}/?service_token=${token}`);
    await page.locator('[data-ready="true"]').waitFor({ state: 'attached' });
    const opened = performance.now();
    await page.pdf(PRINT_OPTIONS);
    const printed = performance.now();
    await context.close();
    return { whole: printed - started, printing: printed - opened };
  }
  async function own(): Promise<number> {
    const started = performance.now();
    const rendered = await renderer.render({ origin, token, attachments: [] });
    if (rendered.kind !== 'done') throw new Error(rendered.message);
    return performance.now() - started;
  }
  try {
    await alone();
    await own();
    const [owns, wholes, printings]: [number[], number[], number[]] = [[], [], []];
    // Alternating, so that a slowdown of the machine affects both.
    for (let round = 0; round < ROUNDS; round += 1) {
      const { whole, printing } = await alone();
      wholes.push(whole);
      printings.push(printing);
      owns.push(await own());
    }
    return [
      {
        name: 'PDF of the largest application',
        value: percentile(owns, 0.5),
        unit: 'ms',
        baselines: [
          { name: 'Chromium opens and prints the page', value: percentile(wholes, 0.5) },
          { name: 'prints it', value: percentile(printings, 0.5) },
        ],
        target: { kind: 'timesAtMost', limit: 1.5 },
      },
    ];
  } finally {
    await renderer.close();
    await browser.close();
    await server.stop();
  }
}

/** Creates an application with every question, and a token that opens it. */
async function seedLargest(dataDir: string): Promise<string> {
  const { answers, counts } = fullestState(readForm());
  const [student] = await seedStudents({ dataDir }, 1, answers);
  if (!student) throw new Error('No student was seeded.');
  const storage = await openStorage({ dataDir });
  const { db } = storage;
  await db
    .updateTable('application')
    .set({ counts: JSON.stringify(counts) })
    .execute();
  const { token } = await createServiceToken(
    { db, random: systemRandomness, clock: () => new Date() },
    { studentId: student.id, purpose: 'render', lifeMs: TOKEN_MS },
  );
  await storage.close();
  return token;
}
