import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

export type BundledChromium = {
  readonly binary: string;
  /** Folder of the libraries that a bare machine lacks. */
  readonly libraries: string;
};

const decompress = promisify(brotliDecompress);

/**
 * The Chromium of the npm package, unpacked once per version into a folder; undefined where the package has none.
 *
 * The package's own `executablePath()` is not used: it unpacks into one shared temporary file, which breaks when two
 * processes start together and stays stale after an upgrade.
 */
export async function bundledChromium(cacheFolder: string): Promise<BundledChromium | undefined> {
  const source = packageFolder();
  if (process.platform !== 'linux' || process.arch !== 'x64' || source === undefined) return undefined;
  const { version }: { version: string } = JSON.parse(
    await readFile(path.join(source, 'package.json'), 'utf8'),
  );
  const goal = path.join(cacheFolder, `chromium-${version}`);
  if (!existsSync(goal)) await unpackBrowser(source, goal);
  return { binary: path.join(goal, 'chromium'), libraries: path.join(goal, 'lib') };
}

function packageFolder(): string | undefined {
  try {
    return path.resolve(path.dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..');
  } catch {
    return undefined;
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
    await untarBrowser(await unbrotli('al2023.tar.br'), partial);
    await rename(partial, goal);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    if (!existsSync(goal)) throw error;
  }
}

async function untarBrowser(archive: Buffer, folder: string): Promise<void> {
  const tar = spawn('tar', ['-x', '-C', folder], { stdio: ['pipe', 'ignore', 'ignore'] });
  const closed = once(tar, 'close');
  tar.stdin.end(archive);
  const [code] = await closed;
  if (code !== 0) throw new Error('The libraries of Chromium could not be unpacked: tar failed.');
}
