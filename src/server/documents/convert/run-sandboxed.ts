import { spawn, type ChildProcess } from 'node:child_process';
import { writeFile, readdir, readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { Readable } from 'node:stream';

export type SandboxedRun = {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly input: Uint8Array;
  /** Moment at which the group is killed, as Date.now() counts. */
  readonly endsAt: number;
  readonly memoryBytes: number;
  readonly outputBytes: number;
};

export type SandboxedEnd =
  | { readonly kind: 'ended'; readonly code: number | null; readonly output: Buffer }
  | { readonly kind: 'killed'; readonly exceeded: ExceededLimit };

export type ExceededLimit = 'time' | 'memory' | 'output';

const MEMORY_LOOK_MS = 100;
/** Behind the server in the line for a core. */
const NICENESS = 5;
/** First to go when the machine runs out of memory (Linux). */
const FIRST_TO_GO = '1000';

/**
 * Runs a program without network, and kills its process group at a limit. `output` is its fourth stream.
 * @throws Error when it cannot be started
 */
export async function runSandboxed(run: SandboxedRun): Promise<SandboxedEnd> {
  const [command = run.command, ...args] = [
    ...(await (sandbox ??= trySandboxes())),
    run.command,
    ...run.args,
  ];
  const child = spawn(command, args, {
    cwd: run.folder,
    env: run.env,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
  });
  let exceeded: ExceededLimit | undefined;
  const kill = (what: ExceededLimit): void => {
    exceeded ??= what;
    killGroup(child);
  };
  const stopWatching = watchLimits(child, run, kill);
  const chunks = collectOutput(child.stdio[3], run.outputBytes, () => kill('output'));
  const { promise, resolve, reject } = Promise.withResolvers<SandboxedEnd>();
  child.on('error', reject);
  // Also when all went well: whatever it started ends with it. Only when all have let go of the pipes, it is over.
  child.on('exit', () => killGroup(child));
  child.on('close', (code) =>
    resolve(exceeded ? { kind: 'killed', exceeded } : { kind: 'ended', code, output: Buffer.concat(chunks) }),
  );
  // A child that ends before it has read everything breaks the pipe; its exit code says what happened.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(run.input);
  try {
    return await promise;
  } finally {
    stopWatching();
  }
}

function watchLimits(
  child: ChildProcess,
  run: SandboxedRun,
  kill: (what: ExceededLimit) => void,
): () => void {
  const { pid } = child;
  if (pid === undefined) return () => undefined;
  lowerPriority(pid);
  const timer = setTimeout(() => kill('time'), Math.max(0, run.endsAt - Date.now()));
  const groupMemory = createGroupMemory(pid);
  const memory = setInterval(() => {
    void groupMemory().then((bytes) => bytes > run.memoryBytes && kill('memory'));
  }, MEMORY_LOOK_MS);
  return () => {
    clearTimeout(timer);
    clearInterval(memory);
  };
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, NICENESS);
  } catch {
    // It has ended already, or the machine does not let us: slower for others, no danger.
  }
  void writeFile(`/proc/${pid}/oom_score_adj`, FIRST_TO_GO).catch(() => undefined);
}

function collectOutput(stream: unknown, most: number, onExceeded: () => void): readonly Buffer[] {
  const chunks: Buffer[] = [];
  let size = 0;
  if (stream instanceof Readable)
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > most) onExceeded();
      else chunks.push(chunk);
    });
  return chunks;
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // Everybody in the group has ended.
  }
}

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
let sandbox: Promise<readonly string[]> | undefined;

async function trySandboxes(): Promise<readonly string[]> {
  const found: string[] = [];
  for (const way of WITHOUT_NETWORK) if (found.length === 0 && (await sandboxWorks(way))) found.push(...way);
  for (const limit of LIMITED) if (await sandboxWorks([...found, ...limit])) found.push(...limit);
  return found;
}

async function sandboxWorks([command = '', ...args]: readonly string[]): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const child = spawn(command, [...args, process.execPath, '--version'], { stdio: 'ignore' });
  child.on('error', () => resolve(false));
  child.on('exit', (code) => resolve(code === 0));
  return await promise;
}

/** Size of a page of memory where Node runs on Linux. */
const PAGE_SIZE = 4096;
/** Looking through all processes of the machine is dear; those that are known are looked at each time. */
const LOOKS_PER_SEARCH = 10;

/**
 * Measures the resident memory of a process group in bytes, shared pages several times; 0 where there is no /proc.
 */
function createGroupMemory(group: number): () => Promise<number> {
  let looks = 0;
  let members: readonly string[] = [];
  return async () => {
    const isSearch = looks % LOOKS_PER_SEARCH === 0;
    looks += 1;
    const pids = isSearch ? await readdir('/proc').catch(() => []) : members;
    const found = await Promise.all(
      pids.filter((pid) => /^\d+$/.test(pid)).map(async (pid) => ({ pid, ...(await readMember(pid)) })),
    );
    const own = found.filter((member) => member.group === group);
    members = own.map(({ pid }) => pid);
    return own.reduce((sum, { bytes }) => sum + bytes, 0);
  };
}

async function readMember(pid: string) {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  // The name in brackets may hold anything; what follows is numbers: state, parent, group (third), … resident (22nd).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { group: Number(fields[2]), bytes: Number(fields[21]) * PAGE_SIZE };
}
