import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { PROJECT_ROOT } from '#compiler/source/schema-paths.ts';

type Step = {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
};
type Workflow = {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<
    Record<
      string,
      { readonly permissions?: Readonly<Record<string, string>>; readonly steps: readonly Step[] }
    >
  >;
};

const FOLDER = path.join(PROJECT_ROOT, '.github/workflows');
const scripts: { scripts: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(path.join(PROJECT_ROOT, 'package.json'), 'utf8'),
);

describe.each(readdirSync(FOLDER))('the workflow %s', (name) => {
  const text = readFileSync(path.join(FOLDER, name), 'utf8');
  const workflow: Workflow = parse(text);
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);
  const runs = steps.flatMap(({ run }) => run ?? []);

  it('pins every action by commit, with its version', () => {
    const actions = text.split('\n').filter((line) => /^\s*(?:- )?uses:/.test(line));
    expect(actions).toHaveLength(steps.filter(({ uses }) => uses !== undefined).length);
    expect(actions.filter((line) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
  });

  it('leaves no token for the code it runs', () => {
    const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
    expect(checkouts.map((step) => step.with?.['persist-credentials'])).toEqual(checkouts.map(() => false));
  });

  it('inserts no external input into a command', () => {
    expect(runs.filter((run) => run.includes('${{'))).toEqual([]);
  });

  it('has write permission only without pull-request code', () => {
    expect(Object.keys(workflow.on)).not.toContain('pull_request_target');
    const permissions = [
      workflow.permissions ?? { all: 'write' },
      ...Object.values(workflow.jobs).map((job) => job.permissions ?? {}),
    ];
    const writes = permissions.flatMap((each) => Object.values(each)).includes('write');
    const runsPullRequests = 'pull_request' in workflow.on || steps.some((step) => step.with?.['ref']);
    expect(writes && runsPullRequests).toBe(false);
  });

  it('runs existing commands and files', () => {
    const commands = runs.flatMap((run) => /^npm run (\S+)/.exec(run)?.[1] ?? []);
    expect(commands.filter((command) => !Object.hasOwn(scripts.scripts, command))).toEqual([]);
    const files = runs.flatMap((run) => /^node (\S+)/.exec(run)?.[1] ?? []);
    for (const file of files) expect(readFileSync(path.join(PROJECT_ROOT, file), 'utf8')).not.toBe('');
  });
});
