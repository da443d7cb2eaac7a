import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

/** What Playwright's `launch` wants to know; a subset of its LaunchOptions. */
export type ChromiumLaunch = {
  readonly executablePath: string;
  readonly args: string[];
  readonly chromiumSandbox: boolean;
  readonly env: Record<string, string>;
};

const root = path.resolve(import.meta.dirname, '../..');

/**
 * The browser for tests and benchmarks: the one named by CHROMIUM_PATH, else the one that comes from npm
 * (Linux on x64), else Debian's. Unpacked once per version (about 2 s), into `.cache`.
 *
 * The package's own `executablePath()` is not used: it unpacks into one shared temporary file, which breaks
 * when two processes start together and stays stale after an upgrade.
 *
 * @throws Error when none of the three runs here, with what to install
 */
export function chromiumLaunch(): ChromiumLaunch {
  const isRoot = process.getuid?.() === 0;
  return {
    ...findChromium(),
    // Chromium refuses to build its sandbox as root; anyone else gets it.
    chromiumSandbox: !isRoot,
    args: [...(isRoot ? ['--no-sandbox'] : []), '--font-render-hinting=none'],
  };
}

type Found = Pick<ChromiumLaunch, 'executablePath' | 'env'>;

function findChromium(): Found {
  const configured = process.env['CHROMIUM_PATH'];
  const candidates = [
    () => (configured ? tried(configured, {}) : undefined),
    bundledChromium,
    () => tried('/usr/bin/chromium', {}),
  ];
  for (const candidate of candidates) {
    const found = candidate();
    if (found) return found;
  }
  throw new Error(
    'No Chromium runs on this machine: install one (Debian: apt install chromium) or name it in CHROMIUM_PATH.',
  );
}

/** The binary, when it answers to `--version` in this environment. */
function tried(executablePath: string, extra: Record<string, string>): Found | undefined {
  const env = { ...inheritedEnvironment(), ...extra };
  const runs = existsSync(executablePath) && spawnSync(executablePath, ['--version'], { env }).status === 0;
  return runs ? { executablePath, env } : undefined;
}

function inheritedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

function bundledChromium(): Found | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const folder = unpackedChromium();
  const binary = path.join(folder, 'chromium');
  const fonts = hasFonts() ? {} : { FONTCONFIG_FILE: path.join(folder, 'fonts.conf') };
  // The package's NSS libraries only where the machine has none of its own.
  return tried(binary, fonts) ?? tried(binary, { ...fonts, LD_LIBRARY_PATH: path.join(folder, 'lib') });
}

function hasFonts(): boolean {
  const folders = ['/usr/share/fonts', '/usr/local/share/fonts'];
  return folders.some((folder) => globSync('**/*.{ttf,otf,pfb}', { cwd: folder }).length > 0);
}

/** Unpacks beside the goal and renames: whoever comes second finds it complete or not at all. */
function unpackedChromium(): string {
  const source = path.resolve(
    path.dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')),
    '..',
  );
  const { version }: { version: string } = JSON.parse(
    readFileSync(path.join(source, 'package.json'), 'utf8'),
  );
  const goal = path.join(root, '.cache', `chromium-${version}`);
  if (existsSync(goal)) return goal;

  mkdirSync(path.dirname(goal), { recursive: true });
  const partial = mkdtempSync(`${goal}.`);
  chmodSync(partial, 0o755);
  const unbrotli = (file: string): Buffer =>
    brotliDecompressSync(readFileSync(path.join(source, 'bin', file)));
  writeFileSync(path.join(partial, 'chromium'), unbrotli('chromium.br'));
  chmodSync(path.join(partial, 'chromium'), 0o755);
  for (const archive of ['al2023', 'fonts']) {
    spawnSync('tar', ['-x', '-C', partial], { input: unbrotli(`${archive}.tar.br`) });
  }
  writeFileSync(path.join(partial, 'fonts.conf'), fontsConfiguration(path.join(goal, 'fonts')));
  try {
    renameSync(partial, goal);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    if (!existsSync(goal)) throw error;
  }
  return goal;
}

/** The package's own configuration names fixed folders; without any font Chromium draws no text at all. */
function fontsConfiguration(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}</dir><cachedir>${folder}/.cache</cachedir></fontconfig>
`;
}
