import { execFile } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import {
  bundledChromium,
  type ChromiumSettings,
  writableFolder,
  writeFontsConfig,
} from './chromium-files.ts';
import { fontFolders } from '#server/documents/convert/office/fonts.ts';
import { findIsolation } from '#server/sandbox/isolation.ts';

/** A subset of Playwright's LaunchOptions. */
export type ChromiumLaunch = {
  readonly executablePath: string;
  readonly args: string[];
  readonly chromiumSandbox: boolean;
  readonly env: Record<string, string>;
};

/** No Chromium runs on this machine; the message says what to install. */
export class ChromiumNotFound extends Error {}

const run = promisify(execFile);
const START_LIMIT_MS = 60_000;
/** Timeout, because Chromium waits forever if its processes cannot be sandboxed. */
const SANDBOX_LIMIT_MS = 20_000;

/**
 * Finds a working Chromium. Only that of CHROMIUM_PATH if set, else that of npm (Linux on x64), else Debian's.
 * Unpacking takes about 2 s, once per version.
 * @throws ChromiumNotFound if none runs
 */
export async function findChromium({ cacheFolders, env }: ChromiumSettings): Promise<ChromiumLaunch> {
  const folder = writableFolder(cacheFolders);
  const fonts = { FONTCONFIG_FILE: writeFontsConfig(folder) };
  const inherited = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const found = await firstThatRuns(folder, { ...Object.fromEntries(inherited), ...fonts });
  // It refuses to run as root with its sandbox.
  const sandboxed =
    process.getuid?.() === 0 ? undefined : await startWithPage(launchOf(found, true), SANDBOX_LIMIT_MS);
  await sandboxed?.close();
  return launchOf(found, sandboxed !== undefined);
}

function launchOf(found: FoundChromium, chromiumSandbox: boolean): ChromiumLaunch {
  const args = [...(chromiumSandbox ? [] : ['--no-sandbox']), '--font-render-hinting=none'];
  return { ...found, chromiumSandbox, args };
}

/** In addition to each context's closed network, where it is not isolated: no address, and no datagrams. */
const WITHOUT_NETWORK = [
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
];
const START_ISOLATED = path.resolve(import.meta.dirname, '../../sandbox/start-isolated.sh');

/** A running Chromium, and how to start another. */
type StartedChromium = { readonly browser: Browser; readonly launch: ChromiumLaunch };

/**
 * Starts a Chromium that sees no file, process or network: whoever uses it answers its requests. Its own sandbox works
 * there even for root, as another user. Starts it like {@link findChromium} where the system isolates no command.
 */
export async function startIsolated(settings: ChromiumSettings): Promise<StartedChromium> {
  const found = await findChromium(settings);
  const plain = { ...found, args: [...found.args, ...WITHOUT_NETWORK] };
  const isolated = await isolatedChromium(plain);
  if (isolated === undefined) return { browser: await chromium.launch(plain), launch: plain };
  const launch = launchOf(isolated, true);
  const browser = await startWithPage(launch, SANDBOX_LIMIT_MS);
  if (browser) return { browser, launch };
  const unsandboxed = launchOf(isolated, false);
  // Without a limit: a busy machine must not lead to a Chromium without isolation.
  const other = await startWithPage(unsandboxed, 0);
  return other
    ? { browser: other, launch: unsandboxed }
    : { browser: await chromium.launch(plain), launch: plain };
}

async function isolatedChromium({ executablePath, env }: FoundChromium): Promise<FoundChromium | undefined> {
  const { kind, prefix } = await findIsolation();
  if (kind !== 'full') return undefined;
  const { FONTCONFIG_FILE: fonts = '' } = env;
  const program = realpathSync(executablePath);
  // Reading all fonts takes a second; these have what an earlier Chromium found.
  const caches = ['/var/cache/fontconfig', path.join(path.dirname(fonts), 'fonts-cache')];
  const reads = [path.dirname(program), fonts, ...fontFolders(), ...caches];
  const command = [...prefix({ reads }), program].join('\n');
  return { executablePath: START_ISOLATED, env: { ...env, ISOLATED_COMMAND: command } };
}

/** Starts a Chromium, and tries a page within a limit (0: none). @returns undefined if that fails: others are tried */
async function startWithPage(launch: ChromiumLaunch, limitMs: number): Promise<Browser | undefined> {
  const browser = await chromium.launch({ ...launch, timeout: limitMs }).catch(() => undefined);
  const opened = browser?.newPage().then(
    (page) => page.close().then(() => true),
    () => false,
  );
  const late = limitMs === 0 ? [] : [delay(limitMs, false, { ref: false })];
  if (await Promise.race([opened, ...late])) return browser;
  await browser?.close();
  return undefined;
}

type FoundChromium = Pick<ChromiumLaunch, 'executablePath' | 'env'>;

async function firstThatRuns(folder: string, env: Record<string, string>): Promise<FoundChromium> {
  const configured = env['CHROMIUM_PATH'];
  if (configured) {
    const found = await triedLaunch(configured, env);
    if (found) return found;
    throw new ChromiumNotFound(`CHROMIUM_PATH is "${configured}", but no browser starts there.`);
  }
  const bundled = await bundledChromium(folder);
  const found =
    (bundled &&
      ((await triedLaunch(bundled.binary, env)) ??
        (await triedLaunch(bundled.binary, withLibraries(bundled, env))))) ??
    (await triedLaunch('/usr/bin/chromium', env));
  if (found) return found;
  throw new ChromiumNotFound(
    'No Chromium runs on this machine: install one (Debian: apt install chromium) or name it in CHROMIUM_PATH.',
  );
}

/** Adds the package's NSS libraries, only if the machine has none. */
function withLibraries({ libraries }: { readonly libraries: string }, env: Record<string, string>) {
  const others = env['LD_LIBRARY_PATH'];
  return { ...env, LD_LIBRARY_PATH: others ? `${libraries}${path.delimiter}${others}` : libraries };
}

/** Returns the binary if `--version` works in this environment. */
async function triedLaunch(
  executablePath: string,
  env: Record<string, string>,
): Promise<FoundChromium | undefined> {
  if (!existsSync(executablePath)) return undefined;
  try {
    await run(executablePath, ['--version'], { env, timeout: START_LIMIT_MS });
    return { executablePath, env };
  } catch {
    // It lacks a library, or is for another platform.
    return undefined;
  }
}
