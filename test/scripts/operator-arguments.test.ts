import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { UsageError } from '#scripts/run-script.ts';
import { readJsonFile, writeNewFile } from '#scripts/matricula/command-files.ts';
import { readArgument } from '#scripts/matricula/typed-arguments.ts';
import { addressArgument, timeArgument } from '#server/operator/command-schema.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const SINCE = timeArgument('from when on');
const USER = addressArgument('the student');

test.each([
  ['2026-11-01', '2026-11-01T00:00:00.000Z'],
  ['2026-11-01T08:30:00Z', '2026-11-01T08:30:00.000Z'],
])('the time %s is accepted', (text, time) => {
  expect(readArgument({ since: text }, 'since', SINCE)).toBe(time);
});

test.each(['1.11.2026', '11/1/2026', 'yesterday', '2026-02-31', '2026-13-01', '2026', ''])(
  'the ambiguous time %j is rejected with an example',
  (text) => {
    expect(() => readArgument({ since: text }, 'since', SINCE)).toThrow(
      `--since is "${text}", but it must be a day like 2026-11-01.`,
    );
  },
);

test('missing arguments are named', () => {
  expect(() => readArgument({}, 'since', SINCE)).toThrow('--since is missing: from when on.');
  expect(() => readArgument({}, 'user', USER)).toThrow('--user is missing: the student.');
});

test('an unreadable file is named with the expected content', () => {
  const folder = temporaryFolder();
  const missing = path.join(folder, 'none.json');
  const cure = 'Name a JSON file that holds a list.';
  expect(sentenceOf(read(missing))).toBe(`There is no file ${missing}. ${cure}`);
  expect(sentenceOf(read(folder))).toBe(`${folder} is a folder. ${cure}`);
  const broken = path.join(folder, 'broken.json');
  writeFileSync(broken, '{"a": 1,\n"b" 2}');
  expect(sentenceOf(read(broken))).toMatch(
    /^\S+broken\.json is not a JSON file: .+ \(line 2 column 5\)\. Name/,
  );
});

test('a file is created once, readable by its owner only, in an existing folder', () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'ada.json');
  write(file)();
  expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o077]).toEqual(['{}', 0]);
  expect(sentenceOf(write(file))).toBe(
    `${file} already exists and is not overwritten. Name another file with --file.`,
  );
  const nowhere = path.join(folder, 'none');
  expect(sentenceOf(write(path.join(nowhere, 'ada.json')))).toBe(
    `There is no folder ${nowhere}. Create it first, or name another file with --file.`,
  );
});

const read = (file: string) => () => readJsonFile(file, 'a list');
const write = (file: string) => () => writeNewFile('--file', file, '{}');

/** Returns the error message for the operator; undefined on success. */
function sentenceOf(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return error instanceof UsageError ? error.message : undefined;
  }
}
