import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { fingerprint } from '#scripts/build/fingerprint.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

let root = '';
beforeEach(() => {
  root = temporaryFolder();
  mkdirSync(path.join(root, 'deep/er'), { recursive: true });
  writeFileSync(path.join(root, 'deep/er/one.json'), '1');
});

test('rewriting a file with the same content does not change it', () => {
  const before = fingerprint(root, ['deep']);
  writeFileSync(path.join(root, 'deep/er/one.json'), '1');
  utimesSync(path.join(root, 'deep/er/one.json'), new Date(0), new Date(0));
  expect(fingerprint(root, ['deep'])).toBe(before);
});

test.each([
  ['changed content', 'deep/er/one.json', '2'],
  ['a new file', 'deep/two.json', ''],
])('%s changes it', (_what, file, content) => {
  const before = fingerprint(root, ['deep']);
  writeFileSync(path.join(root, file), content);
  expect(fingerprint(root, ['deep'])).not.toBe(before);
});

test('a missing input counts as empty', () => {
  expect(fingerprint(root, ['deep', 'nowhere'])).toBe(fingerprint(root, ['deep']));
});
