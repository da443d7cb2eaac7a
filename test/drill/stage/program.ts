import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Restart delay of the supervisor: systemd's RestartSec of the unit. */
const RESTART_MS = 2000;
const END_MS = 15_000;
/** Generous, for busy machines. */
const TIMEOUT_MS = 300_000;

export type Command = {
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** User to run as, if started by root. */
  readonly identity?: { readonly uid: number; readonly gid: number } | undefined;
  readonly cwd?: string;
};

/** Cleanup functions, run in reverse order. */
export type Undo = (() => Promise<void> | void)[];

const running = new Set<Program>();
process.once('exit', () => running.forEach((program) => program.send('SIGKILL')));

/**
 * A program under a supervisor like systemd: restarted two seconds after any exit, until stopped. Its output goes to a
 * log file.
 */
export class Program {
  readonly name: string;
  readonly #log: string;
  #command: Command;
  #child: ChildProcess | undefined;
  #shouldRun = false;
  #isKilled = false;
  unexpectedExits = 0;

  /** @param folder for the log file */
  constructor(name: string, folder: string, command: Command) {
    this.name = name;
    this.#log = path.join(folder, `${name}.log`);
    this.#command = command;
    // Otherwise an interrupted drill would leave orphans.
    running.add(this);
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  get printed(): string {
    return readFileSync(this.#log, 'utf8');
  }

  /** Starts it, with restarts. */
  start(command = this.#command): void {
    this.#command = command;
    this.#shouldRun = true;
    this.#spawn();
  }

  /** `kill -9` of this process only; it restarts. */
  kill(): void {
    this.#isKilled = true;
    this.#signal('SIGKILL');
  }

  send(signal: NodeJS.Signals): void {
    this.#signal(signal);
  }

  /** Stops it gracefully, without a restart. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    this.#shouldRun = false;
    const child = this.#child;
    if (child === undefined || hasEnded(child)) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    const isLate = delay(END_MS, true, { ref: false });
    if ((await Promise.race([ended, isLate])) === true) {
      child.kill('SIGKILL');
      await ended;
    }
  }

  #spawn(): void {
    const { program, args, env, identity, cwd } = this.#command;
    const output = openSync(this.#log, 'a');
    this.#child = spawn(program, args, {
      ...identity,
      ...(cwd !== undefined && { cwd }),
      env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', ...env },
      // Ctrl-C goes to the drill, which stops everything in order.
      detached: true,
      stdio: ['ignore', output, output],
    });
    this.#child.once('exit', () => this.#ended());
    this.#child.once('error', () => this.#ended());
  }

  #ended(): void {
    if (!this.#shouldRun) return;
    if (!this.#isKilled) this.unexpectedExits += 1;
    this.#isKilled = false;
    setTimeout(() => this.#shouldRun && this.#spawn(), RESTART_MS).unref();
  }

  #signal(signal: NodeJS.Signals): void {
    if (this.#child && !hasEnded(this.#child)) this.#child.kill(signal);
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Waits for a condition. @throws Error with its name and the programs' last output after the limit */
export async function until(
  what: string,
  isSo: () => Promise<boolean>,
  programs: readonly Program[] = [],
  limitMs = TIMEOUT_MS,
): Promise<void> {
  const limit = performance.now() + limitMs;
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > limit) {
      const output = programs.map(({ name, printed }) => `${name}:\n${printed.slice(-3000)}`).join('\n');
      throw new Error(`Timed out: ${what}, after ${limitMs / 1000} s.\n${output}`);
    }
    await delay(100);
  }
}
