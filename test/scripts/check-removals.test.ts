import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TINY_FORM } from '#test/compiler/tiny-form.ts';
import { copyProject } from '#test/support/project-copy.ts';

const COLORS = 'schemas/options/colors.json';
let project = '';

function run(command: string, ...words: readonly string[]) {
  return spawnSync(command, words, { cwd: project, encoding: 'utf8' });
}

function write(name: string, content: object): void {
  const file = path.join(project, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(content));
}

beforeAll(() => {
  project = copyProject(TINY_FORM);
  run('git', 'init', '--quiet');
  run('git', 'add', 'schemas');
  const author = ['-c', 'user.name=Clerk', '-c', 'user.email=clerk@example.edu'];
  run('git', ...author, 'commit', '--quiet', '--message', 'The questions as they are');
});

afterAll(() => rmSync(project, { recursive: true }));

test('the check names a removal until it is declared', () => {
  const colors: { options: readonly { value: string }[] } = JSON.parse(
    readFileSync(path.join(project, COLORS), 'utf8'),
  );
  write(COLORS, { ...colors, options: colors.options.filter(({ value }) => value !== 'green') });

  const undeclared = run(process.execPath, 'scripts/check.ts');
  expect(undeclared.stderr).toContain('nothing says what becomes of their answers');
  expect(undeclared.stderr).toContain('{"options": "colors", "value": "green"');
  expect(undeclared.status).toBe(1);

  const gone = { options: 'colors', value: 'green', when: '2026-11-22', answers: 'kept' };
  write('schemas/retired.json', { $schema: './meta/retired.meta.json', retired: [gone] });
  const declared = run(process.execPath, 'scripts/check.ts');
  expect(declared.stderr).not.toContain('nothing says what becomes');
  expect(declared.stdout).toContain('All files in schemas are right');
  expect(declared.status).toBe(0);
});
