import { spawn } from 'node:child_process';

/** Of the processor, for one step. A Word document takes about ten. */
const CPU_SECONDS = 30;

/** Ways to take the network from a process, as root and as anybody else; the kernel may forbid either. */
const WITHOUT_NETWORK = [
  ['unshare', '--net', '--'],
  ['unshare', '--map-root-user', '--net', '--'],
];
const LIMITED = [
  ['prlimit', `--cpu=${CPU_SECONDS}`, '--core=0', '--'],
  // Ends with the server, also when that is killed.
  ['setpriv', '--pdeathsig', 'KILL', '--'],
];

/** What to put before a command so that it runs in a network of its own with nobody in it, as far as this machine can. */
export function findSandbox(): Promise<readonly string[]> {
  found ??= trySandboxes();
  return found;
}

let found: Promise<readonly string[]> | undefined;

async function trySandboxes(): Promise<readonly string[]> {
  const sandbox: string[] = [];
  for (const way of WITHOUT_NETWORK)
    if (sandbox.length === 0 && (await sandboxWorks(way))) sandbox.push(...way);
  for (const limit of LIMITED) if (await sandboxWorks([...sandbox, ...limit])) sandbox.push(...limit);
  return sandbox;
}

async function sandboxWorks([command = '', ...args]: readonly string[]): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const child = spawn(command, [...args, process.execPath, '--version'], { stdio: 'ignore' });
  child.on('error', () => resolve(false));
  child.on('exit', (code) => resolve(code === 0));
  return await promise;
}
