import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import { type Browser, chromium, type Cookie } from 'playwright-core';
import { chromiumLaunch } from '#test/support/chromium.ts';
import { readForm } from '#test/support/compiled-form.ts';
import { startTestServer } from '#test/support/test-server.ts';
import { type BuiltDesign, buildBenchPage } from './bench-pages.ts';
import { seedStudents } from './bench-students.ts';
import type { Figure } from './figure.ts';

/** Long enough for what a page loads by itself once it has come to rest: the dialogs, 4 s after it is drawn. */
const AHEAD_MS = 7000;

/**
 * JavaScript that a browser with an empty cache gets for the log-in screen, and for a form page as a student who is
 * logged in, compressed as the server sends it; beside the least that React needs, and stock RJSF with MUI.
 */
export async function benchBytes(): Promise<readonly Figure[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'matricula-bench-'));
  const [student] = await seedStudents({ dataDir }, 1, {});
  const server = await startTestServer({ dataDir, env: { LOG_LEVEL: 'error' } });
  const browser = await chromium.launch(chromiumLaunch());
  const form = readForm();
  try {
    const session = { matricula_session: student?.token ?? '', matricula_signed_in: '1' };
    const formPath = form.pages.find(({ id }) => id === form.defaultPage)?.path ?? '/';
    const formPage = await loadedScript(browser, `${server.url}${formPath}`, session);
    const withAhead = await loadedScript(browser, `${server.url}${formPath}`, session, AHEAD_MS);
    return [
      {
        name: 'JavaScript of the log-in screen (brotli)',
        value: await loadedScript(browser, `${server.url}/login`, {}),
        unit: 'kB',
        baselines: [{ name: 'React alone', value: await builtScript('react') }],
        target: { kind: 'atMost', limit: 100 },
      },
      {
        name: 'JavaScript of a form page (brotli)',
        value: formPage,
        unit: 'kB',
        baselines: [{ name: 'stock RJSF with MUI', value: await builtScript('stock') }],
        target: { kind: 'atMost', limit: 200 },
      },
      {
        name: 'JavaScript a form page loads ahead (brotli)',
        value: withAhead - formPage,
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

/** Kilobytes (1000 bytes) of script bodies on the wire until the page is quiet, and for `restMs` after. */
async function loadedScript(
  browser: Browser,
  url: string,
  cookies: Readonly<Record<string, string>>,
  restMs = 0,
): Promise<number> {
  const context = await browser.newContext();
  await context.addCookies(
    Object.entries(cookies).map(([name, value]): Pick<Cookie, 'name' | 'value'> & { url: string } => ({
      name,
      value,
      url,
    })),
  );
  const page = await context.newPage();
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() !== 'script') return;
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await delay(restMs);
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  await context.close();
  return bytes / 1000;
}

/** Kilobytes of a design's script, compressed the same way. */
async function builtScript(design: BuiltDesign): Promise<number> {
  const folder = await buildBenchPage(design);
  const sizes = globSync('**/*.js', { cwd: folder }).map(
    (file) => brotliCompressSync(readFileSync(path.join(folder, file))).length,
  );
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}
