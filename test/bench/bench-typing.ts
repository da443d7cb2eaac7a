import { type Browser, chromium, type CDPSession, type Page } from 'playwright-core';
import { chromiumLaunch } from '../support/chromium.ts';
import { type BenchPages, DESIGNS, type Design, pageOf, serveBenchPages } from './bench-pages.ts';
import type { Figure } from './figure.ts';
import { median } from './median.ts';

const ROUNDS = 5;
/** Where two of our own pages differ by little. */
const DOUBLED_ROUNDS = 11;
const KEYS = 30;
const SLOWDOWNS = [1, 6];

/** Milliseconds of the page's main thread. */
type Sample = { readonly mount: number; readonly key: number; readonly script: number };

/**
 * What the main thread has to do on the largest page, filled in: to mount it, and for each typed key; as it is, and
 * with the processor slowed down to that of a cheap phone. All of it counts, script as well as style, layout and
 * paint: plain HTML runs no script at all at a key, so beside it script alone has no ratio. It is processor time as
 * Chromium counts it, not time on the clock, so a busy machine does not change it much; and the designs take turns.
 */
export async function benchTyping(): Promise<readonly Figure[]> {
  const pages = await serveBenchPages();
  const browser = await chromium.launch(chromiumLaunch());
  try {
    const figures: Figure[] = [];
    for (const slowdown of SLOWDOWNS) figures.push(...(await compare(browser, pages, slowdown)));
    return [...figures, await compareDoubled(browser, pageOf(pages, 'own'))];
  } finally {
    await browser.close();
    await pages.stop();
  }
}

async function compare(browser: Browser, pages: BenchPages, slowdown: number): Promise<readonly Figure[]> {
  const samples = new Map<Design, Sample[]>(DESIGNS.map((design) => [design, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const design of DESIGNS) {
      samples.get(design)?.push(await measure(browser, pageOf(pages, design), slowdown));
    }
  }
  const of = (design: Design, pick: (sample: Sample) => number): number =>
    median((samples.get(design) ?? []).map(pick));
  const figure = (name: string, pick: (sample: Sample) => number): Figure => ({
    name: `${name}, processor ${slowdown === 1 ? 'as it is' : `${slowdown} times slower`}`,
    value: of('own', pick),
    unit: 'ms',
    baselines: [
      { name: 'plain HTML', value: of('plain', pick) },
      { name: 'stock RJSF with MUI', value: of('stock', pick) },
    ],
  });
  return [
    { ...figure('a key', (sample) => sample.key), target: { kind: 'timesAtMost', limit: 1.25 } },
    figure('a key, script alone', (sample) => sample.script),
    { ...figure('mount', (sample) => sample.mount), target: { kind: 'timesAtMost', limit: 4 } },
  ];
}

/**
 * Script per key on the page, and on the page with everything twice: a key may touch its own question, not the page.
 */
async function compareDoubled(browser: Browser, url: string): Promise<Figure> {
  const once: number[] = [];
  const doubled: number[] = [];
  for (let round = 0; round < DOUBLED_ROUNDS; round += 1) {
    once.push((await measure(browser, url, 1)).script);
    doubled.push((await measure(browser, `${url}?doubled`, 1)).script);
  }
  return {
    name: 'a key, script alone, on the page with everything twice',
    value: median(doubled),
    unit: 'ms',
    baselines: [{ name: 'the page once', value: median(once) }],
    target: { kind: 'timesAtMost', limit: 1.15 },
  };
}

async function measure(browser: Browser, url: string, slowdown: number): Promise<Sample> {
  const page = await browser.newPage();
  try {
    await page.goto(url);
    await page.waitForFunction(() => 'bench' in globalThis);
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const mount = await timeOf(session, () => page.evaluate(() => window.bench.mount()));
    await page.focus(await page.evaluate(() => window.bench.control));
    await typeKeys(page, session, 3);
    // What the mount left behind is not charged to the key at which the browser happens to clear it away.
    await session.send('HeapProfiler.collectGarbage');
    const keys = await timeOf(session, () => typeKeys(page, session, KEYS));
    return { mount: mount.task, key: keys.task / KEYS, script: keys.script / KEYS };
  } finally {
    await page.close();
  }
}

/** Each key once the frame of the one before is painted, as with a person. */
async function typeKeys(page: Page, session: CDPSession, count: number): Promise<void> {
  for (let key = 0; key < count; key += 1) {
    await session.send('Input.dispatchKeyEvent', { type: 'keyDown', text: 'a', key: 'a', code: 'KeyA' });
    await session.send('Input.dispatchKeyEvent', { type: 'keyUp', key: 'a', code: 'KeyA' });
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
}

/** Milliseconds that the main thread spends on `work`, in all and on script. */
async function timeOf(
  session: CDPSession,
  work: () => Promise<unknown>,
): Promise<{ readonly task: number; readonly script: number }> {
  const before = await spent(session);
  await work();
  const after = await spent(session);
  return { task: after.task - before.task, script: after.script - before.script };
}

async function spent(session: CDPSession): Promise<{ readonly task: number; readonly script: number }> {
  const { metrics } = await session.send('Performance.getMetrics');
  const milliseconds = (name: string): number =>
    1000 * (metrics.find((each) => each.name === name)?.value ?? 0);
  return { task: milliseconds('TaskDuration'), script: milliseconds('ScriptDuration') };
}
