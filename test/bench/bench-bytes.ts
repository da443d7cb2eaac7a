import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, chromium, type Cookie, type Request } from 'playwright-core';
import { chromiumLaunch } from '../support/chromium.ts';
import { readForm } from '../support/compiled-form.ts';
import { startTestServer, USUAL_SERVER } from '../support/test-server.ts';
import { seedStudents } from './bench-students.ts';
import type { Figure } from './figure.ts';

/** Wait in milliseconds that covers idle-time prefetches: dialogs, 4 s after rendering. */
const PREFETCH_MS = 7000;

/** Measures compressed JavaScript with an empty cache: log-in screen and logged-in form page. */
export async function benchBytes(): Promise<readonly Figure[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'matricula-bench-'));
  const [student] = await seedStudents({ dataDir }, 1, {});
  const server = await startTestServer({ dataDir, command: USUAL_SERVER, env: { LOG_LEVEL: 'error' } });
  const browser = await chromium.launch(chromiumLaunch());
  const form = readForm();
  try {
    const session = { matricula_session: student?.token ?? '', matricula_signed_in: '1' };
    const formPath = form.pages.find(({ id }) => id === form.defaultPage)?.path ?? '/';
    const formPage = await loaded(browser, `${server.url}${formPath}`, session);
    const withAhead = await loaded(browser, `${server.url}${formPath}`, session, PREFETCH_MS);
    return [
      {
        name: 'JavaScript of the log-in screen (brotli)',
        value: (await loaded(browser, `${server.url}/login`, {})).script,
        unit: 'kB',
        baselines: [],
        target: { kind: 'atMost', limit: 100 },
      },
      {
        name: 'JavaScript of a form page (brotli)',
        value: formPage.script,
        unit: 'kB',
        baselines: [],
        target: { kind: 'atMost', limit: 185 },
      },
      { name: 'the questionnaire as data (brotli)', value: formPage.data, unit: 'kB', baselines: [] },
      {
        name: 'JavaScript a form page loads ahead (brotli)',
        value: withAhead.script - formPage.script,
        unit: 'kB',
        baselines: [],
      },
    ];
  } finally {
    await browser.close();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Returns kilobytes (1000 bytes) of script and built data transferred until idle, plus `restMs`. */
async function loaded(
  browser: Browser,
  url: string,
  cookies: Readonly<Record<string, string>>,
  restMs = 0,
): Promise<{ readonly script: number; readonly data: number }> {
  const context = await browser.newContext();
  await context.addCookies(
    Object.entries(cookies).map(([name, value]): Pick<Cookie, 'name' | 'value'> & { url: string } => ({
      name,
      value,
      url,
    })),
  );
  const page = await context.newPage();
  const finished: Request[] = [];
  page.on('requestfinished', (request) => finished.push(request));
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await delay(restMs);
  const script = await kilobytes(finished.filter((each) => each.resourceType() === 'script'));
  const data = await kilobytes(finished.filter((each) => /\/assets\/[^/]+\.json$/.test(each.url())));
  await context.close();
  return { script, data };
}

async function kilobytes(requests: readonly Request[]): Promise<number> {
  const sizes = await Promise.all(requests.map((each) => each.sizes()));
  return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0) / 1000;
}
