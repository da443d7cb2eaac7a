import lighthouse from 'lighthouse';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { freePort } from '../../scripts/dev/free-port.ts';
import { chromiumLaunch } from '../support/chromium.ts';
import { readForm } from '../support/compiled-form.ts';
import { completeState } from '../support/complete-state.ts';
import { startTestServer, USUAL_SERVER } from '../support/test-server.ts';
import { type BenchStudent, seedStudents } from './bench-students.ts';
import type { Figure } from './figure.ts';
import { INTERACTION_STUDENTS, interactions } from './interactions.ts';
import { type Cookies, phoneLoad, type PhoneScreen } from './phone-load.ts';

/** First control of a screen that can be filled in. */
const CONTROL = 'main :is(input, select, textarea):enabled';

/**
 * Measures log-in screen, form page and review on a slow phone: Lighthouse scores, first paint, time to interactive,
 * and interaction latency. Background load inflates the times.
 */
export async function benchScreens(): Promise<readonly Figure[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'matricula-bench-'));
  const form = readForm();
  const beginning = await seedStudents({ dataDir }, 1 + INTERACTION_STUDENTS, {});
  const ready = await seedStudents({ dataDir }, 1, completeState(form).answers);
  const server = await startTestServer({ dataDir, command: USUAL_SERVER, env: { LOG_LEVEL: 'error' } });
  const { url } = server;
  const cookiesOf = ({ token }: BenchStudent): Cookies => [
    { name: 'matricula_session', value: token, url },
    { name: 'matricula_signed_in', value: '1', url },
  ];
  const [cookies = [], ...others] = beginning.map(cookiesOf);
  const formPath = form.pages.find(({ id }) => id === form.defaultPage)?.path ?? '/';
  const screens = [
    { name: 'log-in', url: `${url}/login`, cookies: [], usable: CONTROL },
    { name: 'form page', url: `${url}${formPath}`, cookies, usable: CONTROL },
    { name: 'review', url: `${url}/review`, cookies: ready.flatMap(cookiesOf), usable: 'main a[href]' },
  ];
  const browser = await chromium.launch(chromiumLaunch());
  try {
    const figures: Figure[] = [];
    for (const screen of screens) figures.push(...(await scores(dataDir, screen)));
    for (const screen of screens) figures.push(...(await phoneLoad(browser, screen)));
    return [...figures, ...(await interactions(browser, form, url, others))];
  } finally {
    await browser.close();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Lighthouse opens its own tabs, so the session cookie applies to the whole browser. */
async function scores(dataDir: string, { name, url, cookies }: PhoneScreen): Promise<readonly Figure[]> {
  const port = await freePort();
  const { args, ...launch } = chromiumLaunch();
  const profile = mkdtempSync(path.join(dataDir, 'browser-'));
  const context = await chromium.launchPersistentContext(profile, {
    ...launch,
    args: [...args, `--remote-debugging-port=${port}`],
  });
  try {
    await context.addCookies(cookies);
    return await lighthouseScores(name, url, port);
  } finally {
    await context.close();
  }
}

/** Number of runs; the best counts, since background load only lowers scores. */
const RUNS = 3;
/** Minimum scores by category (decision 4). */
const MIN_SCORES = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** Returns Lighthouse scores for a slow phone and network, one figure per category. */
async function lighthouseScores(name: string, url: string, port: number): Promise<readonly Figure[]> {
  const best = new Map<string, number>();
  for (let run = 0; run < RUNS && !isPerfect(best); run += 1) {
    const result = await lighthouse(url, { port, logLevel: 'error', onlyCategories: [...CATEGORIES] });
    if (!result) throw new Error(`Lighthouse could not rate ${url}.`);
    if (result.lhr.finalDisplayedUrl !== url)
      throw new Error(`Lighthouse was redirected from ${url} to ${result.lhr.finalDisplayedUrl}.`);
    for (const [category, { score }] of Object.entries(result.lhr.categories))
      best.set(category, Math.max(best.get(category) ?? 0, Math.round((score ?? 0) * 100)));
  }
  return CATEGORIES.map((category) => ({
    name: `Lighthouse, ${name}: ${category}`,
    value: best.get(category) ?? 0,
    unit: 'points',
    baselines: [],
    target: { kind: 'atLeast', limit: MIN_SCORES[category] },
  }));
}

function isPerfect(points: ReadonlyMap<string, number>): boolean {
  return CATEGORIES.every((category) => points.get(category) === 100);
}
