import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT_ROOT } from '#compiler/source/schema-paths.ts';

/** Words of one questionnaire, not of an engine for forms. */
const WORDS = /universit|college|campus|scholarship|tuition|dormitor|transfer credit|\bportal\b/i;

/** Keys that calls and texts have had from the start: names of placeholders and of directories. */
const FIXED_NAMES = /\{?\buniversity\b(?=:|\})|college_ceeb/g;

/** Where names of schools are searched, or kept out of passwords. */
const SCHOOL_NAMES = ['src/server/lookup/**', 'src/form/passwords/guessable-password.ts'];

const COMMENTS = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

test('the engine has no words of one university', () => {
  const exclude = ['src/generated/**', ...SCHOOL_NAMES];
  const files = globSync('src/**/*.{ts,tsx,css,html,json}', { cwd: PROJECT_ROOT, exclude });
  const found = files.flatMap((file) => {
    const text = readFileSync(path.join(PROJECT_ROOT, file), 'utf8').replaceAll(COMMENTS, '');
    const lines = text.replaceAll(FIXED_NAMES, '').split('\n');
    return lines.filter((line) => WORDS.test(line)).map((line) => `${file}: ${line.trim()}`);
  });

  expect(files.length).toBeGreaterThan(500);
  expect(found).toEqual([]);
});
