import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { areTypesUncommitted } from '#scripts/generate.ts';
import { projectRoot } from '#scripts/run-tool.ts';
import { TINY_FORM } from '#test/compiler/tiny-form.ts';
import { copyProject } from '#test/support/project-copy.ts';
import { describeWith } from '#test/support/services.ts';

const COLORS = 'schemas/options/colors.json';
/** The variables of the workflow for pull requests. */
const WORKFLOW = {
  BASE: 'HEAD',
  COUNTS: '--counts-from counts.json',
  GITHUB_STEP_SUMMARY: 'summary.md',
};
let project = '';

function run(command: string, ...words: readonly string[]) {
  return spawnSync(command, words, { cwd: project, encoding: 'utf8', env: { ...process.env, ...WORKFLOW } });
}

function commit(part: string): void {
  run('git', 'add', part);
  const author = ['-c', 'user.name=Clerk', '-c', 'user.email=clerk@example.edu'];
  run('git', ...author, 'commit', '--quiet', '--message', 'The questions as they are');
}

function write(name: string, content: object): void {
  const file = path.join(project, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(content));
}

beforeAll(() => {
  project = copyProject(TINY_FORM);
  run('git', 'init', '--quiet');
  writeFileSync(path.join(project, '.gitignore'), readFileSync(path.join(projectRoot, '.gitignore')));
  commit('.');
});

afterAll(() => rmSync(project, { recursive: true }));

/** Writes the colors with some of them changed, undeclared. */
function colorsWith(change: (value: string) => readonly string[]): void {
  const colors: { options: readonly { value: string; label: string }[] } = JSON.parse(
    readFileSync(path.join(TINY_FORM, 'options/colors.json'), 'utf8'),
  );
  const options = colors.options.flatMap((option) =>
    change(option.value).map((value) => ({ ...option, value })),
  );
  write(COLORS, { ...colors, options });
  rmSync(path.join(project, 'schemas/retired.json'), { force: true });
}

test('the check reports a removal until it is declared, and suggests a rename to an option with the same label', () => {
  colorsWith((value) => [value === 'green' ? 'emerald' : value]);

  const undeclared = run(process.execPath, 'scripts/check.ts');
  expect(undeclared.stderr).toContain('no file declares what happens to their answers');
  expect(undeclared.stderr).toContain('{"options": "colors", "value": "green"');
  expect(undeclared.stderr).toMatch(/schemas\/options\/colors\.json:1:1 \(undeclared\)/);
  expect(undeclared.stderr).toContain('If “green” is “emerald” now, add "formerly": ["green"] here.');
  expect(undeclared.status).toBe(1);

  const gone = { options: 'colors', value: 'green', when: '2026-11-22', answers: 'kept' };
  write('schemas/retired.json', { $schema: './meta/retired.meta.json', retired: [gone] });
  const declared = run(process.execPath, 'scripts/check.ts');
  expect(declared.stderr).not.toContain('no file declares what happens');
  expect(declared.stdout).toContain('All files in schemas are valid');
  expect(declared.status).toBe(0);

  const unknown = run(process.execPath, 'scripts/check.ts', '--since', 'elsewhere');
  expect(unknown.stderr).toContain('was not checked. There is no commit "elsewhere" here.');
});

test('the check writes answer types, so that all changes can be committed together', () => {
  const page = readFileSync(path.join(TINY_FORM, 'pages/you.schema.json'), 'utf8');
  colorsWith((value) => [value]);
  write('schemas/pages/you.schema.json', JSON.parse(page.replace('"Nickname"', '"What friends say"')));

  expect(run(process.execPath, 'scripts/check.ts').status).toBe(0);
  expect(readFileSync(path.join(project, 'src/generated/answers.ts'), 'utf8')).toContain('What friends say');
  commit('schemas');
  expect(areTypesUncommitted(project)).toBe(true);
  commit('src/generated');
  expect(areTypesUncommitted(project)).toBe(false);
});

describeWith(['volume'], 'the workflow for pull requests', () => {
  test('checks, and says what changes for how many', () => {
    const workflow: { jobs: { questions: { env: object; steps: readonly { run?: string }[] } } } = parse(
      readFileSync(path.join(projectRoot, '.github/workflows/questions.yml'), 'utf8'),
    );
    const { env, steps } = workflow.jobs.questions;
    expect(Object.keys(WORKFLOW)).toEqual(expect.arrayContaining(Object.keys(env)));
    colorsWith((value) => (value === 'green' ? [] : [value]));
    const gone = { options: 'colors', value: 'green', when: '2026-11-22', answers: 'kept' };
    write('schemas/retired.json', { $schema: './meta/retired.meta.json', retired: [gone] });
    const chosen = { values: { green: { drafts: 312, submitted: 40 } }, drafts: 900, submitted: 100 };
    write('counts.json', { default: { answers: { colors: chosen } } });
    for (const { run: words } of steps) {
      if (words === undefined || words === 'npm test') continue;
      expect(run('bash', '-e', '-c', words.replace(/^npm run (\S+) --/, 'node scripts/$1.ts')).stderr).toBe(
        '',
      );
    }
    const summary = readFileSync(path.join(project, 'summary.md'), 'utf8');
    expect(summary).toContain('“Green” is no longer offered. 312 drafts chose it');
    expect(summary).toContain('40 submitted keep it.');
  });
});
