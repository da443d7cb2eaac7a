import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT_ROOT } from '#compiler/source/schema-paths.ts';

/** Words of one questionnaire, not of an engine for forms. */
const WORDS = /universit|college|campus|scholarship|tuition|dormitor|transfer credit|\bportal\b/i;

/** A key that texts have had from the start: the name of a placeholder. */
const FIXED_NAMES = /\{?\buniversity\b(?=:|\})/g;

/** Where names of schools are searched, or kept out of passwords. */
const SCHOOL_NAMES = ['src/server/lookup/**', 'src/form/passwords/guessable-password.ts'];

const COMMENTS = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

const readSource = (file: string): string => readFileSync(path.join(PROJECT_ROOT, file), 'utf8');

test('the engine names no look-up directory', () => {
  const names = globSync('schemas/directories/*.json', { cwd: PROJECT_ROOT }).map(
    (file) => path.parse(file).name,
  );
  const files = globSync('src/**/*.*', { cwd: PROJECT_ROOT, exclude: ['src/generated/**'] });
  const found = files.filter((file) => names.some((name) => (file + readSource(file)).includes(name)));

  expect(names).toContain('hs_ceeb');
  expect(found).toEqual([]);
});

test('the engine, its texts and its log-in cards have no words of one university', () => {
  const exclude = ['src/generated/**', ...SCHOOL_NAMES];
  const places = ['src/**/*.{ts,tsx,css,html,json}', 'schemas/{texts.json,accounts/*.json}'];
  const files = globSync(places, { cwd: PROJECT_ROOT, exclude });
  const found = files.flatMap((file) => {
    const text = readSource(file).replaceAll(COMMENTS, '');
    const lines = text.replaceAll(FIXED_NAMES, '').split('\n');
    return lines.filter((line) => WORDS.test(line)).map((line) => `${file}: ${line.trim()}`);
  });

  expect(files.length).toBeGreaterThan(500);
  expect(found).toEqual([]);
});
