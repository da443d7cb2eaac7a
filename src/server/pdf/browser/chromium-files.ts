import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { createHash } from 'node:crypto';
import { fontFolders } from '#server/documents/convert/office/fonts.ts';

const decompress = promisify(brotliDecompress);

export type ChromiumSettings = {
  /** Folders for unpacking, best first; unwritable ones are skipped. */
  readonly cacheFolders: readonly string[];
  /** Environment of the browser process; CHROMIUM_PATH can name a browser. */
  readonly env: Readonly<Record<string, string | undefined>>;
};

/** Unpacks npm's Chromium before the first rendering, which is timed. Does nothing if another is configured. */
export async function unpackChromium({ cacheFolders, env }: ChromiumSettings): Promise<void> {
  if (!env['CHROMIUM_PATH']) await bundledChromium(writableFolder(cacheFolders));
}

/**
 * Returns the npm package's Chromium, unpacked once per version; undefined without one. Its own `executablePath()`
 * breaks if two processes start together, and stays stale after an upgrade.
 */
export async function bundledChromium(cacheFolder: string) {
  const source = packageFolder();
  if (process.platform !== 'linux' || process.arch !== 'x64' || source === undefined) return undefined;
  const { version }: { version: string } = JSON.parse(
    await readFile(path.join(source, 'package.json'), 'utf8'),
  );
  const goal = path.join(cacheFolder, `chromium-${version}`);
  await removePartials(cacheFolder);
  if (!existsSync(goal)) await unpackBrowser(source, goal);
  letOthersRead(goal);
  // Folder of libraries that a minimal system lacks.
  return { binary: path.join(goal, 'chromium'), libraries: path.join(goal, 'lib') };
}

function packageFolder(): string | undefined {
  try {
    return path.resolve(path.dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..');
  } catch {
    return undefined;
  }
}

/** An isolated Chromium runs as another user; the server's umask would allow only its own. */
function letOthersRead(folder: string): void {
  const isReadable = (statSync(path.join(folder, 'chromium')).mode & 0o005) === 0o005;
  if (!isReadable) execFileSync('chmod', ['-R', 'a+rX', folder]);
}

/** Name of an unfinished folder by `mkdtemp`. */
const PARTIAL = /^chromium-[\d.]+\.\w{6}$/;
/** A younger one can belong to a process that is still unpacking. */
const PARTIAL_AGE_MS = 10 * 60_000;

/** Removes leftovers of processes killed while unpacking. */
async function removePartials(cacheFolder: string): Promise<void> {
  for (const name of await readdir(cacheFolder)) {
    const folder = path.join(cacheFolder, name);
    // Another process can have removed it.
    const changedAt = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (PARTIAL.test(name) && Date.now() - changedAt > PARTIAL_AGE_MS)
      await rm(folder, { recursive: true, force: true });
  }
}

/** Unpacks into a sibling folder and renames it, so that others find it complete or not at all. */
async function unpackBrowser(source: string, goal: string): Promise<void> {
  const partial = await mkdtemp(`${goal}.`);
  const unbrotli = async (file: string): Promise<Buffer> =>
    decompress(await readFile(path.join(source, 'bin', file)));
  try {
    await writeFile(path.join(partial, 'chromium'), await unbrotli('chromium.br'), { mode: 0o700 });
    execFileSync('tar', ['-x', '-C', partial], {
      input: await unbrotli('al2023.tar.br'),
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    await rename(partial, goal);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    if (!existsSync(goal)) throw error;
  }
}

const SYSTEM_CONFIG = '/etc/fonts/fonts.conf';
const SYSTEM_FONTS = ['/usr/share/fonts', '/usr/local/share/fonts'];

/** Generic names mapped to the bundled fonts; without any font Chromium renders no text. */
const GENERIC = ['sans-serif', 'system-ui', 'serif', 'monospace'];
const FAMILIES = ['Sans', 'Naskh Arabic', 'Sans Hebrew', 'Sans S Chinese', 'Sans Japanese', 'Sans Korean'];

/** Writes fontconfig settings with the machine's and bundled fonts. @returns the file name */
export function writeFontsConfig(folder: string): string {
  const text = fontsConfig(path.join(folder, 'fonts-cache'), hasFonts());
  const name = createHash('sha256').update(text).digest('hex').slice(0, 12);
  const file = path.join(folder, `fonts-${name}.conf`);
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  // Atomic, because two processes can start together.
  const partial = `${file}.${process.pid}`;
  writeFileSync(partial, text);
  chmodSync(partial, 0o644);
  renameSync(partial, file);
  return file;
}

function fontsConfig(cacheFolder: string, withSystem: boolean): string {
  const include = withSystem ? `<include ignore_missing="yes">${SYSTEM_CONFIG}</include>` : '';
  const folders = fontFolders().map((folder) => `<dir>${folder}</dir>`);
  // Keeps the machine's own generic fonts, if any.
  const aliases = withSystem ? [] : GENERIC.map(aliasOf);
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>${[include, ...folders, ...aliases].join('\n')}
<cachedir>${cacheFolder}</cachedir></fontconfig>
`;
}

function aliasOf(name: string): string {
  const preferred = FAMILIES.map((family) => `<family>Noto ${family}</family>`).join('');
  return `<alias><family>${name}</family><prefer>${preferred}</prefer></alias>`;
}

function hasFonts(): boolean {
  if (!existsSync(SYSTEM_CONFIG)) return false;
  return SYSTEM_FONTS.some((folder) => globSync('**/*.{ttf,otf,pfb}', { cwd: folder }).length > 0);
}

/** Returns the first writable folder. */
export function writableFolder(folders: readonly string[]): string {
  const folder = folders.find(isWritable);
  if (folder === undefined) throw new Error(`None of these folders can be written: ${folders.join(', ')}`);
  return folder;
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
