import { execFile } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  accessSync,
  constants,
  statfsSync,
} from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { writeFontsConfig, bundledChromium } from './chromium-files.ts';
import { tmpdir } from 'node:os';

/** A subset of Playwright's LaunchOptions. */
export type ChromiumLaunch = {
  readonly executablePath: string;
  readonly args: string[];
  readonly chromiumSandbox: boolean;
  readonly env: Record<string, string>;
};

export type ChromiumSettings = {
  /** Folders for unpacking, best first; unwritable ones are skipped. */
  readonly cacheFolders: readonly string[];
  /** Environment of the browser process; CHROMIUM_PATH can name a browser. */
  readonly env: Readonly<Record<string, string | undefined>>;
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
  const chromiumSandbox = await hasSandbox(found);
  return {
    ...found,
    chromiumSandbox,
    args: [...(chromiumSandbox ? [] : ['--no-sandbox']), '--font-render-hinting=none'],
  };
}

/** Unpacks npm's Chromium before the first rendering, which is timed. Does nothing if another is configured. */
export async function unpackChromium({ cacheFolders, env }: ChromiumSettings): Promise<void> {
  if (!env['CHROMIUM_PATH']) await bundledChromium(writableFolder(cacheFolders));
}

/** Whether the sandbox works: never as root; for other users it needs user namespaces. */
async function hasSandbox({ executablePath, env }: FoundChromium): Promise<boolean> {
  if (process.getuid?.() === 0) return false;
  try {
    await run(executablePath, ['--headless', '--dump-dom', 'about:blank'], {
      env,
      timeout: SANDBOX_LIMIT_MS,
    });
    return true;
  } catch {
    return false;
  }
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

/** Returns the first writable folder, else a private temporary folder. */
export function writableFolder(folders: readonly string[]): string {
  return folders.find(isWritable) ?? ownTemporaryFolder();
}

function isWritable(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true });
    rmSync(mkdtempSync(path.join(folder, '.try-')), { recursive: true });
    return true;
  } catch {
    return false;
  }
}

/** Returns a private temporary folder. A program is unpacked into it, so one made by another user is not used. */
function ownTemporaryFolder(): string {
  const uid = process.getuid?.();
  const folder = path.join(tmpdir(), `matricula-browser-${uid ?? 'user'}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  const isOwn =
    found.isDirectory() && (uid === undefined || (found.uid === uid && (found.mode & 0o022) === 0));
  return isOwn ? folder : mkdtempSync(path.join(tmpdir(), 'matricula-browser-'));
}

const IN_MEMORY = '/dev/shm';
/** Two active browsers use a third of it. Docker's default for containers is less. */
const ENOUGH_BYTES = 192 * 1024 * 1024;

/**
 * Returns an in-memory folder for a browser's temporary files. On disk, they would delay others' saves. Undefined if
 * there is none with enough space.
 */
export function memoryFolder(): string | undefined {
  try {
    accessSync(IN_MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= ENOUGH_BYTES ? IN_MEMORY : undefined;
  } catch {
    return undefined;
  }
}
