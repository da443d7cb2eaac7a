import type { Browser, BrowserContext } from 'playwright-core';
import type { Figure } from './figure.ts';

/** Number of rounds; the best counts, since background load only slows. */
const ROUNDS = 5;
/** Lighthouse's phone profile: slow 4G as throttled by DevTools, and a CPU at quarter speed. */
const NETWORK = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1474.56 * 1000) / 8,
  uploadThroughput: (675 * 1000) / 8,
};
export const PHONE_SLOWDOWN = 4;
export const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;

export type Cookies = Parameters<BrowserContext['addCookies']>[0];

export type PhoneScreen = {
  readonly name: string;
  readonly url: string;
  readonly cookies: Cookies;
  /** Selector of the first usable control. */
  readonly usable: string;
};

type Times = { readonly painted: number; readonly usable: number };

/** Measures first paint and time to interactive on a phone with an empty cache, in milliseconds from navigation. */
export async function phoneLoad(browser: Browser, screen: PhoneScreen): Promise<readonly Figure[]> {
  const rounds: Times[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await loadOnce(browser, screen));
  const figure = (what: string, value: keyof Times, limit: number): Figure => ({
    name: `${screen.name}, slow 4G, processor ${PHONE_SLOWDOWN} times slower: ${what}`,
    value: Math.min(...rounds.map((times) => times[value])),
    unit: 'ms',
    baselines: [],
    target: { kind: 'atMost', limit },
  });
  return [figure('first paint', 'painted', 1000), figure('usable', 'usable', 3000)];
}

async function loadOnce(browser: Browser, { url, cookies, usable: selector }: PhoneScreen): Promise<Times> {
  const context = await browser.newContext(PHONE);
  try {
    await context.addCookies(cookies);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', NETWORK);
    await session.send('Emulation.setCPUThrottlingRate', { rate: PHONE_SLOWDOWN });
    await page.goto(url, { waitUntil: 'commit' });
    // Polled in the page at each frame, since an outside call would be delayed.
    const usable = await page.waitForFunction((wanted) => {
      const control = document.querySelector(wanted);
      return control && !control.closest('[inert]') ? performance.now() : 0;
    }, selector);
    const painted = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    );
    return { painted, usable: await usable.jsonValue() };
  } finally {
    await context.close();
  }
}
