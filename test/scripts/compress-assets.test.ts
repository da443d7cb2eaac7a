import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { compressAssets } from '#scripts/build/compress-assets.ts';
import { suiteFolder } from '#test/support/temporary-folder.ts';

const LONG = 'a line that repeats itself\n'.repeat(100);
const folder = suiteFolder();
beforeAll(async () => {
  mkdirSync(path.join(folder, 'assets'));
  for (const name of ['start.js', 'latin.ttf', 'large.otf'])
    writeFileSync(path.join(folder, 'assets', name), LONG);
  writeFileSync(path.join(folder, 'assets', 'short.css'), 'a {}');
  await compressAssets(folder);
});

test('scripts and TrueType fonts get equivalent compressed copies', () => {
  for (const name of ['start.js', 'latin.ttf']) {
    const file = path.join(folder, 'assets', name);
    expect(brotliDecompressSync(readFileSync(`${file}.br`)).toString()).toBe(LONG);
    expect(gunzipSync(readFileSync(`${file}.gz`)).toString()).toBe(LONG);
  }
});

test('short files and OpenType fonts are not compressed', () => {
  const copied = readdirSync(path.join(folder, 'assets')).filter((name) => /\.(br|gz)$/.test(name));
  expect(copied.toSorted()).toEqual(['latin.ttf.br', 'latin.ttf.gz', 'start.js.br', 'start.js.gz']);
});
