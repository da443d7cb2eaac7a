import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '#scripts/run-tool.ts';
import { Program, until } from './program.ts';

/** One server of the service, as run by its systemd unit. */
export type Node = { readonly port: number; readonly server: Program; readonly command: NodeCommand };

type NodeCommand = { readonly env: Readonly<Record<string, string>> };

/** @param project checkout to run */
export function startNode(folder: string, name: string, port: number, env: NodeCommand['env']): Node {
  const dataDir = path.join(folder, name);
  mkdirSync(dataDir);
  const command = { env: { ...env, PORT: String(port), DATA_DIR: dataDir } };
  const server = new Program(name, folder, nodeProgram(projectRoot, command));
  server.start();
  return { port, server, command };
}

/** Stops a node as a deploy does, and starts another checkout in its place. */
export async function replaceNode({ server, command, port }: Node, project: string): Promise<void> {
  await server.stop();
  server.start(nodeProgram(project, command));
  await until(`${server.name} is ready`, () => isReady(port), [server]);
}

function nodeProgram(project: string, { env }: NodeCommand) {
  const clock = path.join(import.meta.dirname, 'set-clock.ts');
  return {
    program: process.execPath,
    args: ['--import', clock, 'src/server/start/main.ts'],
    cwd: project,
    env: { NODE_COMPILE_CACHE: path.join(projectRoot, '.cache', 'compiled'), ...env },
  };
}

export async function isReady(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2000) });
  return answer.ok;
}
