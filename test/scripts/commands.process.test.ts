import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { describe, expect, test, vi } from 'vitest';
import { runCommandLine } from '#scripts/matricula/command-line.ts';
import { COMMANDS } from '#scripts/matricula/commands.ts';
import { compileCache, projectRoot } from '#scripts/run-tool.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { rounds } from '#test/support/volume.ts';

const run = promisify(execFile);

/** Commands that run a package. */
const TOOLS = ['format', 'lint', 'typecheck', 'unit', 'e2e'];

const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(path.join(projectRoot, 'package.json'), 'utf8'),
);
/** Every command installs missing packages, then makes the shell find the installed Node. */
const SETUP = /^node scripts\/setup\.mjs(?: test\/bench| scripts\/node)? && hash -r && /;
const lines = Object.entries(scripts).map(
  ([name, line]) =>
    [name, line.replace(SETUP, '').replace(/^node scripts\/(?:generate|build)\.ts && /, '')] as const,
);
const own = lines.filter(([name]) => !TOOLS.includes(name) && name !== 'matricula');

/** Node permissions under which writing files or starting processes fails. */
const READ_ONLY = ['--no-warnings', '--permission', '--allow-fs-read=*', '--allow-addons'];

test('each command sets up a fresh clone without hooks, and names a file that exists', () => {
  expect(Object.keys(scripts).filter((name) => /^(?:pre|post)/.test(name))).toEqual([]);
  for (const line of Object.values(scripts)) expect(line).toMatch(SETUP);
  for (const [, line] of own)
    expect(line).toMatch(/^node (?:--\S+ )*(?:scripts|test\/(?:bench|drill))\/[\w-]+\.ts$/);
  const tools = lines.filter(([name]) => TOOLS.includes(name)).map(([, line]) => line.split(' ')[0] ?? '');
  expect(readdirSync(path.join(projectRoot, 'node_modules/.bin'))).toEqual(expect.arrayContaining(tools));
});

/** Not tracked by Git. */
const IGNORED = /src\/generated\/(?:texts\.ts|editor|partners|served)|scripts\/node\/node_modules/;

test('the first command in a fresh clone finds the generated files', async () => {
  const clone = temporaryFolder();
  for (const name of ['schemas', 'scripts', 'src', 'package.json', 'package-lock.json', 'tsconfig.json']) {
    const filter = (source: string): boolean => !IGNORED.test(source);
    cpSync(path.join(projectRoot, name), path.join(clone, name), { recursive: true, filter });
  }
  symlinkSync(path.join(projectRoot, 'node_modules'), path.join(clone, 'node_modules'));
  // With other locked versions, npm would empty the folder behind the link.
  const npm = path.join(clone, 'npm-cli.js');
  writeFileSync(npm, 'process.exit(1);');
  const env = { ...process.env, npm_execpath: npm };
  await run(process.execPath, ['scripts/setup.mjs'], { cwd: clone, env });
  const { stdout } = await run(process.execPath, ['scripts/check.ts', '--help'], { cwd: clone });
  expect(stdout).toContain('npm run check');
});

/** Fake npm: installs the first of two packages, and the second once the test has seen that. */
const FAKE_NPM = `
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
const add = (name) => {
  mkdirSync('node_modules/' + name, { recursive: true });
  writeFileSync('node_modules/' + name + '/package.json', '{}');
};
add('first');
const timer = setInterval(() => {
  if (!existsSync('go-on')) return;
  clearInterval(timer);
  add('second');
}, 10);`;
const LOCK = { packages: { '': {}, 'node_modules/first': {}, 'node_modules/second': {} } };

/** Speeds up timers tenfold, and sets whether the output is a terminal. */
const preload = (isTerminal: boolean): string => `data:text/javascript,
  const set = setInterval;
  globalThis.setInterval = (callback, time) => set(callback, time / 100);
  process.stdout.isTTY = ${isTerminal};`;

test.each([
  ['a terminal shows one updating line', true, /\r(Installing packages: 1 of about 2, \d+ s)\r\1/],
  ['a log has a line every ten seconds', false, /^(Installing packages: 1 of about 2, \d+ s)\n\1\n/m],
])('while packages are installed, %s', async (_title, isTerminal, progress) => {
  const clone = temporaryFolder();
  mkdirSync(path.join(clone, 'scripts'));
  cpSync(path.join(projectRoot, 'scripts/setup.mjs'), path.join(clone, 'scripts/setup.mjs'));
  writeFileSync(path.join(clone, 'package-lock.json'), JSON.stringify(LOCK));
  const npm = path.join(clone, 'npm-cli.js');
  writeFileSync(npm, FAKE_NPM);
  const setup = spawn(process.execPath, ['--import', preload(isTerminal), 'scripts/setup.mjs'], {
    cwd: clone,
    env: { ...process.env, npm_execpath: npm },
  });
  let shown = '';
  setup.stdout.on('data', (text: Buffer) => {
    shown += text.toString();
    if (progress.test(shown)) writeFileSync(path.join(clone, 'go-on'), '');
  });
  await once(setup, 'close');
  expect(shown).toMatch(/^\r?Installing packages: 0 of about 2, 0 s/);
  expect(shown).toMatch(progress);
  expect(stripVTControlCharacters(shown)).toMatch(
    /[\n\r]Installed packages in \d+ s\.\nCompiling the questionnaire …\n$/,
  );
});

/** One command of each kind: without arguments, with its own main function, in test/, and with a folder. */
const UNKNOWN_ARGUMENTS: readonly (readonly [name: string, message: string, ...typed: string[]])[] = [
  ['generate', "Unknown option '--flies'", '--flies'],
  ['start', "Unknown option '--flies'", '--flies'],
  ['bench', "Unknown option '--flies'", '--flies'],
  ['check', 'This command does not know "b c".', 'a', 'b', 'c'],
];

describe.concurrent('a command', () => {
  test.each(own.slice(0, rounds(5, Infinity)))(
    '%s --help prints usage and does nothing',
    async (name, line) => {
      const { stdout, stderr } = await runReadOnly(line, '--help');
      const [usage, typed, ...rest] = stdout.split('\n');
      expect(usage).toBe('Usage:');
      expect(typed).toMatch(new RegExp(String.raw`^  npm (?:run )?${name}\b`));
      expect(rest.join(' ')).toMatch(/ {2}[A-Z][^.]*\./);
      expect(stderr).toBe('');
    },
  );

  test.each(UNKNOWN_ARGUMENTS)('%s rejects unknown arguments: %s', async (name, message, ...typed) => {
    const [, line = ''] = own.find(([known]) => known === name) ?? [];
    const { code, stderr } = await runReadOnly(line, ...typed).catch((error: Failed) => error);
    expect({ code, said: stderr.split('\n').slice(0, 3) }).toEqual({
      code: 1,
      said: [expect.stringContaining(message), 'Usage:', expect.stringMatching(`  npm (?:run )?${name}`)],
    });
  });
});

const OPERATOR_COMMANDS = ['', 'lookups', 'student', ...COMMANDS.map(({ words }) => words)];

describe.concurrent('matricula', () => {
  test.each(OPERATOR_COMMANDS.slice(0, rounds(5, Infinity)))(
    '%s --help lists its arguments, and opens nothing',
    async (words) => {
      const { stdout, stderr } = await runReadOnly(
        'node scripts/matricula.ts',
        ...words.split(' '),
        '--help',
      );
      expect(stderr).toBe('');
      expect(stdout.startsWith(`matricula${words === '' ? '' : ' '}${words}`)).toBe(true);
      const command = COMMANDS.find((each) => each.words === words);
      const parts = command ? [command.schemas[0]?.summary.slice(0, 40)] : ['Commands:', '--help'];
      if (words !== '') parts.push('DATA_DIR', 'Exit codes:');
      for (const part of parts) expect(stdout).toContain(part);
    },
  );
});

test.each([
  ['backup', /--to .*\[string\] \[required\]/],
  ['service-link', /--user .*; optional with --list or --revoke +\[string\] \[required\]/],
  ['trail', /--kind [^]*\[choices: "signup", [^]*--limit .*\[number\]/],
  ['completion', /Exit codes:/],
])('matricula %s --help shows its arguments', async (command, shown) => {
  expect((await printed(command, '--help')).join('\n')).toMatch(shown);
});

test('matricula prints a completion script with commands and options', async () => {
  expect((await printed('completion')).join('\n')).toContain('matricula --get-yargs-completions');
  const completed = (...typed: readonly string[]) =>
    printed('--get-yargs-completions', 'matricula', ...typed);
  expect(await completed('re')).toEqual(expect.arrayContaining(['restore', 'retention']));
  expect(await completed('sessions', '--')).toEqual(expect.arrayContaining(['--user', '--end']));
});

/** Returns what a command prints, run in this process. */
async function printed(...words: readonly string[]): Promise<readonly unknown[]> {
  const log = vi.spyOn(console, 'log').mockReturnValue();
  await runCommandLine(words);
  const texts = log.mock.calls.flat();
  log.mockRestore();
  return texts;
}

type Output = { readonly code?: number; readonly stdout: string; readonly stderr: string };
type Failed = Output & Error;

/** Runs a command line of package.json as npm would, with arguments. */
function runReadOnly(line: string, ...more: readonly string[]): Promise<Output> {
  const words = line.split(' ').slice(1);
  return run(process.execPath, [...READ_ONLY, ...words, ...more.filter(Boolean)], {
    cwd: projectRoot,
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
  });
}
