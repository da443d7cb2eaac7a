import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { compileCache, projectRoot } from '#scripts/run-tool.ts';

const run = promisify(execFile);

/** Those of a package, which answers by itself. */
const TOOLS = ['format', 'typecheck', 'unit', 'e2e'];

/** Runs before a command of its name, and has no arguments. */
const HOOK = /^(?:pre|post)/;

const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(path.join(projectRoot, 'package.json'), 'utf8'),
);
const commands = Object.entries(scripts).filter(
  ([name]) => !HOOK.test(name) || !(name.replace(HOOK, '') in scripts),
);
const own = commands.filter(([name]) => !TOOLS.includes(name));

/** Under Node's permissions a command that writes a file or starts a process ends with an error. */
const READ_ONLY = ['--no-warnings', '--permission', '--allow-fs-read=*', '--allow-addons'];

test('each command of the project is a file that Node runs', () => {
  for (const [, line] of own)
    expect(line).toMatch(/^node (?:--\S+ )*(?:scripts|test\/(?:bench|drill))\/[\w-]+\.ts$/);
});

/** One of each kind: of the operator, without arguments, with a main function of its own, beside the tests. */
const SOME = ['audit', 'generate', 'start', 'bench'];

describe.concurrent('a command', () => {
  test.each(own)(
    '%s says with --help how it is typed and what it does, and does nothing',
    async (name, line) => {
      const { stdout, stderr } = await runReadOnly(line, '--help');
      const [usage, typed, ...rest] = stdout.split('\n');
      expect(usage).toBe('Usage:');
      expect(typed).toMatch(new RegExp(String.raw`^  npm (?:run )?${name}\b`));
      expect(rest.join(' ')).toMatch(/ {2}[A-Z][^.]*\./);
      expect(stderr).toBe('');
    },
  );

  test.each(SOME)('%s refuses a flag that it does not know, and shows how it is typed', async (name) => {
    const [, line = ''] = own.find(([known]) => known === name) ?? [];
    const { code, stderr } = await runReadOnly(line, '--flies').catch((error: Failed) => error);
    expect({ code, said: stderr.split('\n').slice(0, 3) }).toEqual({
      code: 1,
      said: ['Unknown option "--flies".', 'Usage:', expect.stringMatching(`  npm (?:run )?${name}`)],
    });
  });
});

test.each(TOOLS)('%s hands --help on to its tool', async (name) => {
  const [tool = ''] = scripts[name]?.split(' ') ?? [];
  const { stdout } = await run(path.join(projectRoot, 'node_modules/.bin', tool), ['--help']);
  expect(stdout).toMatch(/usage|options/i);
});

type Output = { readonly code?: number; readonly stdout: string; readonly stderr: string };
type Failed = Output & Error;

/** Runs the line of a command in package.json as npm would, with an argument. */
function runReadOnly(line: string, argument: string): Promise<Output> {
  const words = line.split(' ').slice(1);
  return run(process.execPath, [...READ_ONLY, ...words, argument], {
    cwd: projectRoot,
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
  });
}
