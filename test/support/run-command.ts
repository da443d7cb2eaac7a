import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { NODE_FLAGS } from '#scripts/node-flags.ts';
import { projectRoot } from '#scripts/run-tool.ts';
import type { TestServer } from './test-server.ts';

type Ran = { readonly code: number; readonly out: string; readonly err: string };

/** Runs an operator command of a project; `meet` gets its process, whose input then ends. */
export async function runCommand(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  { meet, cwd = projectRoot }: { readonly meet?: (child: ChildProcess) => void; readonly cwd?: string } = {},
): Promise<Ran> {
  const child = spawn(process.execPath, [...NODE_FLAGS, 'scripts/matricula.ts', command, ...args], {
    cwd,
    env: { ...process.env, OPERATOR: 'Grace Hopper', ...env },
  });
  meet?.(child);
  child.stdin.end();
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (child.exitCode === null) await once(child, 'exit');
  return { code: child.exitCode ?? -1, out, err };
}

/** Runs an operator command on the data of a server. @throws Error with what it printed if it fails */
export async function runBeside(
  { dataDir, url }: Pick<TestServer, 'dataDir' | 'url'>,
  command: string,
  args: readonly string[],
): Promise<string> {
  const { code, out, err } = await runCommand(command, args, { DATA_DIR: dataDir, PUBLIC_URL: url });
  if (code !== 0) throw new Error(`matricula ${command} ended with ${code}:\n${err}`);
  return out.trim();
}
