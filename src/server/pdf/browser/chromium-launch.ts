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

/** What Playwright's `launch` wants to know; a subset of its LaunchOptions. */
export type ChromiumLaunch = {
  readonly executablePath: string;
  readonly args: string[];
  readonly chromiumSandbox: boolean;
  readonly env: Record<string, string>;
};

export type ChromiumSettings = {
  /** Folders that may hold what is unpacked, the best first; one that cannot be written is passed over. */
  readonly cacheFolders: readonly string[];
  /** What the browser's process gets; it also names a configured one in CHROMIUM_PATH. */
  readonly env: Readonly<Record<string, string | undefined>>;
};

/** No Chromium runs on this machine; the message says what to install. */
export class ChromiumNotFound extends Error {}

const run = promisify(execFile);
const START_LIMIT_MS = 60_000;
/** Where its processes may not be shut in, Chromium waits for them without end. */
const SANDBOX_LIMIT_MS = 20_000;

/**
 * Finds a Chromium that runs: only that of CHROMIUM_PATH if set, else that of npm (Linux on x64), else Debian's.
 * Unpacking takes about 2 s, once per version.
 * @throws ChromiumNotFound when none runs
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

/** Unpacks npm's Chromium before a rendering, whose time is limited, needs it; does nothing where another is configured. */
export async function unpackChromium({ cacheFolders, env }: ChromiumSettings): Promise<void> {
  if (!env['CHROMIUM_PATH']) await bundledChromium(writableFolder(cacheFolders));
}

/** Chromium refuses to build its sandbox as root; for anyone else the system must let it (user namespaces). */
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

/** The package's NSS libraries, only where the machine has none of its own. */
function withLibraries({ libraries }: { readonly libraries: string }, env: Record<string, string>) {
  const others = env['LD_LIBRARY_PATH'];
  return { ...env, LD_LIBRARY_PATH: others ? `${libraries}${path.delimiter}${others}` : libraries };
}

/** The binary, when it answers to `--version` in this environment. */
async function triedLaunch(
  executablePath: string,
  env: Record<string, string>,
): Promise<FoundChromium | undefined> {
  if (!existsSync(executablePath)) return undefined;
  try {
    await run(executablePath, ['--version'], { env, timeout: START_LIMIT_MS });
    return { executablePath, env };
  } catch {
    // It lacks a library, or is of another kind of machine.
    return undefined;
  }
}

/** Returns the first writable folder; when none is, one of this user's own among the temporary files. */
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

/** A program is unpacked into it: a folder that somebody else made there before is not used. */
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
/** Two browsers at work take a third of it. Docker gives a container a quarter of that, unless it is asked for more. */
const ENOUGH_BYTES = 192 * 1024 * 1024;

/**
 * A folder in memory for what a browser writes while it renders and nobody needs afterwards: on the disk the saves of others
 * would wait for it. Undefined where there is none with enough room.
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
