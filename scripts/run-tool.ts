import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import path from 'node:path';

/** Project folder: tools run here. */
export const projectRoot = path.resolve(import.meta.dirname, '..');

/** The compiled questionnaires, by partner. */
export const partnersFolder = path.join(projectRoot, 'src', 'generated', 'partners');

/** Output of test runs: reports, traces, screenshots. */
export const reportFolder = path.join(projectRoot, 'test-results');

/** Command for the end-to-end tests. */
export const JOURNEYS = ['playwright', 'test', '-c', 'test/e2e/playwright.config.ts'];

/** Node's compile cache, shared by the hundreds of processes of a test run. */
export const compileCache = path.join(projectRoot, '.cache', 'compiled');

/** Runs a script with this Node, or a tool of node_modules/.bin; returns its output unless `isShown`. */
export async function runTool(
  command: readonly string[],
  options: { readonly isShown?: boolean; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<{ readonly isFine: boolean; readonly output: string }> {
  const [tool = '', ...args] = command;
  // Tools start with `#!/usr/bin/env node`, which must find this Node.
  const search = `${path.dirname(process.execPath)}${path.delimiter}${process.env['PATH'] ?? ''}`;
  const isScript = /\.[jt]s$/.test(tool);
  const child = spawn(
    isScript ? process.execPath : path.join(projectRoot, 'node_modules', '.bin', tool),
    isScript ? [tool, ...args] : args,
    {
      cwd: projectRoot,
      env: { ...process.env, PATH: search, NODE_COMPILE_CACHE: compileCache, ...options.env },
      stdio: ['ignore', options.isShown ? 'inherit' : 'pipe', options.isShown ? 'inherit' : 'pipe'],
    },
  );
  const closed = new Promise<number | Error | null>((resolve) => {
    child.on('close', resolve).on('error', resolve);
  });
  const [ended, ...printed] = await Promise.all([
    closed,
    ...[child.stdout, child.stderr].map((stream) => (stream ? text(stream) : '')),
  ]);
  return { isFine: ended === 0, output: `${printed.join('')}${ended instanceof Error ? String(ended) : ''}` };
}
