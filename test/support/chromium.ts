import path from 'node:path';
import { type ChromiumLaunch, findChromium } from '#server/pdf/browser/chromium-launch.ts';

export type { ChromiumLaunch } from '#server/pdf/browser/chromium-launch.ts';

const cacheFolders = [path.resolve(import.meta.dirname, '../../.cache')];
const launch = await findChromium({ cacheFolders, env: process.env });

/** The browser for tests and benchmarks, the same as the server's own. */
export function chromiumLaunch(): ChromiumLaunch {
  return launch;
}
