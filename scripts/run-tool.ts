import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** Folder of the project: tools run here. */
export const projectRoot = path.resolve(import.meta.dirname, '..');

/** The compiled questionnaires, by partner. */
export const partnersFolder = path.join(projectRoot, 'src', 'generated', 'partners');

/** Where reports, traces and screenshots of a test run go. */
export const reportFolder = path.join(projectRoot, 'test-results');

/** The command that runs the browser journeys. */
export const JOURNEYS = ['playwright', 'test', '-c', 'test/e2e/playwright.config.ts'];

/** What Node keeps of the code it has compiled: a suite starts hundreds of processes on the same code. */
export const compileCache = path.join(projectRoot, '.cache', 'compiled');

/** Runs a script under this Node, or a tool of node_modules/.bin; without `isShown` its output is returned. */
export function runTool(
  command: readonly string[],
  options: { readonly isShown?: boolean; readonly env?: Readonly<Record<string, string>> } = {},
): { readonly isFine: boolean; readonly output: string } {
  const [tool = '', ...args] = command;
  // Tools start by `#!/usr/bin/env node`; this Node must be the one they find, whatever the shell's is.
  const search = `${path.dirname(process.execPath)}${path.delimiter}${process.env['PATH'] ?? ''}`;
  const isScript = /\.[jt]s$/.test(tool);
  const { status, stdout, stderr, error } = spawnSync(
    isScript ? process.execPath : path.join(projectRoot, 'node_modules', '.bin', tool),
    isScript ? [tool, ...args] : args,
    {
      cwd: projectRoot,
      env: { ...process.env, PATH: search, NODE_COMPILE_CACHE: compileCache, ...options.env },
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', options.isShown ? 'inherit' : 'pipe', options.isShown ? 'inherit' : 'pipe'],
      shell: process.platform === 'win32' && !isScript,
    },
  );
  if (error) return { isFine: false, output: String(error) };
  return { isFine: status === 0, output: `${stdout ?? ''}${stderr ?? ''}` };
}
