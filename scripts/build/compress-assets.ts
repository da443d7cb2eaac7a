import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Smaller than this, the headers weigh more than what is saved. */
const LEAST_BYTES = 1024;

/** The highest level, and one that leaves fonts a tenth larger in a twentieth of the time. */
const TEXT_LEVEL = constants.BROTLI_MAX_QUALITY;
const FONT_LEVEL = 9;

/**
 * Writes `<file>.br` and `<file>.gz` next to each text file and each TrueType font below `folder`: done once per
 * build, so that no request has to compress and every student gets the small ones. OpenType fonts are left, which
 * would stay as large as they are but for a seventh.
 */
export async function compressAssets(folder: string): Promise<void> {
  const files = (pattern: string): string[] =>
    globSync(pattern, { cwd: folder }).map((file) => path.join(folder, file));
  await Promise.all([
    ...files('**/*.{js,css,svg,json}').map((file) => compressAsset(file, TEXT_LEVEL)),
    ...files('**/*.ttf').map((file) => compressAsset(file, FONT_LEVEL)),
  ]);
}

async function compressAsset(file: string, level: number): Promise<void> {
  const content = await readFile(file);
  if (content.length < LEAST_BYTES) return;
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: level,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  await Promise.all([
    promisify(brotliCompress)(content, { params }).then((small) => writeFile(`${file}.br`, small)),
    promisify(gzip)(content, { level: 9 }).then((small) => writeFile(`${file}.gz`, small)),
  ]);
}
