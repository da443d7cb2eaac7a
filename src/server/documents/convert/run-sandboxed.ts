import { spawn, type ChildProcess } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { commandWorks, findIsolation, type VisiblePaths } from '#server/sandbox/isolation.ts';

export type SandboxedRun = VisiblePaths & {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly input: Uint8Array;
  /** Time at which the group is killed, as in Date.now(). */
  readonly endsAt: number;
  readonly memoryBytes: number;
  readonly outputBytes: number;
};

export type SandboxedEnd =
  | { readonly kind: 'ended'; readonly code: number | null; readonly output: Buffer }
  | { readonly kind: 'killed'; readonly exceeded: ExceededLimit };

export type ExceededLimit = 'time' | 'memory' | 'output';

const MEMORY_LOOK_MS = 100;

/**
 * Runs a program that sees no other process, file or network. Kills its process group at a limit. `output` is its
 * fourth stream.
 * @throws Error if it cannot be started
 */
export async function runSandboxed(run: SandboxedRun): Promise<SandboxedEnd> {
  const { prefix } = await findIsolation();
  const [command = run.command, ...args] = [
    ...(await (limits ??= findLimits())),
    ...prefix(run),
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
  // Also after success: ends all processes it started. The run is over once all have closed the pipes.
  child.on('exit', () => killGroup(child));
  child.on('close', (code) =>
    resolve(exceeded ? { kind: 'killed', exceeded } : { kind: 'ended', code, output: Buffer.concat(chunks) }),
  );
  // A child that ends before reading everything breaks the pipe; its exit code tells the reason.
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
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All processes of the group have ended.
  }
}

/** CPU time of one step. A Word document takes about ten seconds. */
const CPU_SECONDS = 30;

/** Commands that limit another; processes inherit the limits. */
const LIMITS = [
  ['prlimit', `--cpu=${CPU_SECONDS}`, '--core=0', '--'],
  // Killed first when the machine runs out of memory.
  ['choom', '--adjust=1000', '--'],
  ['nice', '-n', '5'],
  // Ends with the server, even if that is killed.
  ['setpriv', '--pdeathsig', 'KILL', '--'],
];

/** Command prefix for the limits that this machine supports. */
let limits: Promise<readonly string[]> | undefined;

async function findLimits(): Promise<readonly string[]> {
  const found: string[] = [];
  for (const limit of LIMITS)
    if (await commandWorks([...found, ...limit, process.execPath, '--version'])) found.push(...limit);
  return found;
}

/** Size of a memory page where Node runs on Linux. */
const PAGE_SIZE = 4096;
/** Listing all processes is expensive; known ones are checked each time. */
const LOOKS_PER_SEARCH = 10;

/** Measures the resident memory of a process group and its descendants in bytes; 0 without /proc. */
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
    const byParent = Map.groupBy(found, ({ parent }) => parent);
    const own = new Set(found.filter((member) => member.group === group));
    // A process can leave its group. A set also visits what the loop adds.
    for (const { pid } of own) for (const child of byParent.get(Number(pid)) ?? []) own.add(child);
    members = [...own].map(({ pid }) => pid);
    return [...own].reduce((sum, { bytes }) => sum + bytes, 0);
  };
}

async function readMember(pid: string) {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  // The name in brackets is arbitrary, followed by numbers: state, parent (second), group, … resident (22nd).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { parent: Number(fields[1]), group: Number(fields[2]), bytes: Number(fields[21]) * PAGE_SIZE };
}
