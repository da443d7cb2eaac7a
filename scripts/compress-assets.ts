import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Smaller than this, the headers weigh more than what is saved. */
const LEAST_BYTES = 1024;

/**
 * Writes `<file>.br` and `<file>.gz` beside each text file below `folder`, at the highest level: done once per
 * build, so that no request has to compress and every student gets the small ones.
 */
export async function compressAssets(folder: string): Promise<void> {
  await Promise.all(
    globSync('**/*.{js,css,svg,json}', { cwd: folder }).map((file) => compress(path.join(folder, file))),
  );
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < LEAST_BYTES) return;
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  await Promise.all([
    promisify(brotliCompress)(content, { params }).then((small) => writeFile(`${file}.br`, small)),
    promisify(gzip)(content, { level: 9 }).then((small) => writeFile(`${file}.gz`, small)),
  ]);
}
