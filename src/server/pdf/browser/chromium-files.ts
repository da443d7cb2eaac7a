import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { createHash } from 'node:crypto';
import { fontFolders } from '#server/documents/convert/office/fonts.ts';

const decompress = promisify(brotliDecompress);

/**
 * Returns the npm package's Chromium, unpacked once per version; undefined where it has none. Its own
 * `executablePath()` breaks when two processes start together, and stays stale after an upgrade.
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
  // The folder has the libraries that a bare machine lacks.
  return { binary: path.join(goal, 'chromium'), libraries: path.join(goal, 'lib') };
}

function packageFolder(): string | undefined {
  try {
    return path.resolve(path.dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..');
  } catch {
    return undefined;
  }
}

/** As `mkdtemp` names what is unpacked. */
const PARTIAL = /^chromium-[\d.]+\.\w{6}$/;
/** A younger one may belong to a process that unpacks right now. */
const PARTIAL_AGE_MS = 10 * 60_000;

/** Removes what processes left that were killed while they unpacked. */
async function removePartials(cacheFolder: string): Promise<void> {
  for (const name of await readdir(cacheFolder)) {
    const folder = path.join(cacheFolder, name);
    // Another process may have removed it.
    const changedAt = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (PARTIAL.test(name) && Date.now() - changedAt > PARTIAL_AGE_MS)
      await rm(folder, { recursive: true, force: true });
  }
}

/** Unpacks next to the goal and renames: anyone who comes second finds it complete or not at all. */
async function unpackBrowser(source: string, goal: string): Promise<void> {
  const partial = await mkdtemp(`${goal}.`);
  const unbrotli = async (file: string): Promise<Buffer> =>
    decompress(await readFile(path.join(source, 'bin', file)));
  try {
    await chmod(partial, 0o755);
    await writeFile(path.join(partial, 'chromium'), await unbrotli('chromium.br'), { mode: 0o755 });
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

/** Without any font Chromium renders no text at all; the shipped fonts serve these generic names. */
const GENERIC = ['sans-serif', 'system-ui', 'serif', 'monospace'];
const FAMILIES = ['Sans', 'Naskh Arabic', 'Sans Hebrew', 'Sans S Chinese', 'Sans Japanese', 'Sans Korean'];

/** Writes fontconfig's settings with the machine's fonts and the shipped ones. @returns the name of the file */
export function writeFontsConfig(folder: string): string {
  const text = fontsConfig(path.join(folder, 'fonts-cache'), hasFonts());
  const name = createHash('sha256').update(text).digest('hex').slice(0, 12);
  const file = path.join(folder, `fonts-${name}.conf`);
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  // Two processes may start together: each finds the whole file.
  const partial = `${file}.${process.pid}`;
  writeFileSync(partial, text);
  renameSync(partial, file);
  return file;
}

function fontsConfig(cacheFolder: string, withSystem: boolean): string {
  const include = withSystem ? `<include ignore_missing="yes">${SYSTEM_CONFIG}</include>` : '';
  const folders = fontFolders().map((folder) => `<dir>${folder}</dir>`);
  // The machine's own choice of generic fonts stays, where it has one.
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
