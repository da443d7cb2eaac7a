import { spawn } from 'node:child_process';

/** Far more than any step needs, so that one that was forgotten by a killed server ends all the same. */
const CPU_SECONDS = 90;

/** Ways to take the network from a process, as root and as anybody else; the kernel may forbid either. */
const WITHOUT_NETWORK = [
  ['unshare', '--net', '--'],
  ['unshare', '--map-root-user', '--net', '--'],
];
const LIMITED = ['prlimit', `--cpu=${CPU_SECONDS}`, '--core=0', '--'];

/** What to put before a command so that it runs in a network of its own with nobody in it, as far as this machine can. */
export function findFence(): Promise<readonly string[]> {
  found ??= tryFences();
  return found;
}

let found: Promise<readonly string[]> | undefined;

async function tryFences(): Promise<readonly string[]> {
  const fence: string[] = [];
  for (const way of WITHOUT_NETWORK) if (fence.length === 0 && (await works(way))) fence.push(...way);
  if (await works([...fence, ...LIMITED])) fence.push(...LIMITED);
  return fence;
}

async function works([command = '', ...args]: readonly string[]): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const child = spawn(command, [...args, process.execPath, '--version'], { stdio: 'ignore' });
  child.on('error', () => resolve(false));
  child.on('exit', (code) => resolve(code === 0));
  return await promise;
}
