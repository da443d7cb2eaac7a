import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { writeOwnProject } from '#test/e2e/own-project.ts';
import { describeWith } from '#test/support/services.ts';

const root = path.resolve(import.meta.dirname, '../..');
const PROJECT = path.join(root, '.cache/pull-request');
const SUMMARY = 'summary.md';
/** Not run here, since it includes this test. */
const ALL_TESTS = 'npm test';

type Step = { readonly name?: string; readonly run?: string };

describeWith(['volume'], 'a pull request of staff', () => {
  it('is checked, and reports in words what changes for whom', () => {
    const base = startRepository();
    addSection();
    dropOption();
    expect(runWorkflow(base).map(({ name, status }) => [name, status])).toEqual([
      ['Check the questions', 0],
      ['Say what changes', 0],
      ['Show it in the summary', 0],
    ]);
    const text = read(SUMMARY);
    expect(text).toContain('Final Steps › Laptop (new section)');
    expect(text).toContain('“Laptop Loan” is asked of everybody');
    expect(text).toContain('“Use of the Laptop” is asked when “Laptop Loan” is “Yes”');
    expect(text).toContain('“Nonbinary” is no longer offered. 312 drafts chose it');
    expect(text).toContain('40 submitted keep it.');
  });
});

/** Creates a repository with the journeys' questionnaire in one commit. @returns the commit */
function startRepository(): string {
  writeOwnProject(PROJECT);
  for (const name of ['.github', '.gitignore'])
    cpSync(path.join(root, name), path.join(PROJECT, name), { recursive: true });
  for (const name of ['.git', SUMMARY]) rmSync(path.join(PROJECT, name), { recursive: true, force: true });
  const chosen = { values: { X: { drafts: 312, submitted: 40 } }, drafts: 900, submitted: 100 };
  write('.github/counts.json', { default: { answers: { gender: chosen } } });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'The questions as they are');
  return git('rev-parse', 'HEAD');
}

function addSection(): void {
  const schema = readJson('schemas/pages/final-steps.schema.json');
  const added = {
    laptop_loan: { title: 'Laptop Loan', options: 'yes-no' },
    laptop_use: { title: 'Use of the Laptop' },
  };
  write('schemas/pages/final-steps.schema.json', {
    ...schema,
    properties: { ...Object(schema['properties']), ...added },
  });
  const ui = readJson('schemas/pages/final-steps.ui.json');
  const answer = { valueKey: 'laptop_loan', operator: 'equals', target: 'Y' };
  const children = ['laptop_loan', { question: 'laptop_use', showWhen: answer }];
  const section = { kind: 'section', id: 'laptop', title: 'Laptop', children };
  write('schemas/pages/final-steps.ui.json', { ...ui, 'ui:layout': [section, ...asList(ui['ui:layout'])] });
}

function dropOption(): void {
  const genders = readJson('schemas/options/genders.json');
  const options = asList(genders['options']).filter((option) => Object(option)['value'] !== 'X');
  write('schemas/options/genders.json', { ...genders, options });
  const gone = { options: 'genders', value: 'X', when: '2026-11-22', answers: 'kept' };
  write('schemas/retired.json', { $schema: './meta/retired.meta.json', retired: [gone] });
}

/** Runs the commands of the workflow, except all tests. */
function runWorkflow(base: string) {
  const workflow: { jobs: { questions: { env: Record<string, string>; steps: readonly Step[] } } } = parse(
    read('.github/workflows/questions.yml'),
  );
  const { env, steps } = workflow.jobs.questions;
  expect(Object.keys(env)).toEqual(['BASE', 'COUNTS']);
  const given = {
    BASE: base,
    COUNTS: '--counts-from .github/counts.json',
    GITHUB_STEP_SUMMARY: SUMMARY,
  };
  return steps.flatMap(({ name = '', run }) => {
    if (run === undefined || run === ALL_TESTS) return [];
    const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', npmCommand(run)], {
      cwd: PROJECT,
      encoding: 'utf8',
      env: { ...process.env, ...given },
    });
    return [{ name: status === 0 ? name : `${name}: ${stdout}${stderr}`, status }];
  });
}

/** Returns the command behind `npm run`, without the setup that would install packages here. */
function npmCommand(run: string): string {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'));
  return run.replace(/^npm run (\S+) --/, (_, name: string) => scripts[name] ?? `no-such-command-${name}`);
}

function git(...words: readonly string[]): string {
  const author = ['-c', 'user.name=Clerk', '-c', 'user.email=clerk@example.edu'];
  const { status, stdout, stderr } = spawnSync('git', [...author, ...words], {
    cwd: PROJECT,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
}

function read(name: string): string {
  return readFileSync(path.join(PROJECT, name), 'utf8');
}

function readJson(name: string): Record<string, unknown> {
  return JSON.parse(read(name));
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function write(name: string, content: object): void {
  writeFileSync(path.join(PROJECT, name), `${JSON.stringify(content, undefined, 2)}\n`);
}
