import { type Browser, chromium } from 'playwright-core';
import { type ChromiumSettings, findChromium } from '../browser/chromium-launch.ts';

export interface WarmBrowser {
  /** Runs `work` with a browser that is there already, where one is. */
  use<Result>(work: (browser: Browser, isSandboxed: boolean) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** A browser that has drawn so much is replaced, because memory it does not give back adds up. */
const JOBS_PER_BROWSER = 50;
/** Beside the network that each context has closed: no address but this machine's, and no datagrams. */
const ARGUMENTS = [
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
];

/**
 * A browser that is started for the first work and kept for the next; one that crashed is replaced.
 * One work at a time.
 */
export function createWarmBrowser(settings: ChromiumSettings): WarmBrowser {
  let browser: Browser | undefined;
  let jobs = 0;
  let isSandboxed = false;
  async function close(): Promise<void> {
    const closing = browser;
    browser = undefined;
    await closing?.close().catch(() => undefined);
  }
  async function warm(): Promise<Browser> {
    if (browser?.isConnected() && jobs < JOBS_PER_BROWSER) return browser;
    await close();
    const launch = await findChromium(settings);
    jobs = 0;
    isSandboxed = launch.chromiumSandbox;
    browser = await chromium.launch({ ...launch, args: [...launch.args, ...ARGUMENTS] });
    return browser;
  }
  return {
    async use(work) {
      const present = await warm();
      jobs += 1;
      return work(present, isSandboxed);
    },
    close,
  };
}
