import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** After which a supervisor starts what ended by itself: systemd's RestartSec of the unit. */
const RESTART_MS = 2000;
const END_MS = 15_000;
/** A machine that does much else needs minutes for what takes seconds. */
const LONGEST_MS = 300_000;

export type Command = {
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** As whom root runs it. */
  readonly identity?: { readonly uid: number; readonly gid: number } | undefined;
  readonly cwd?: string;
};

/** What ends what was begun, in its order; done backwards. */
export type Undo = (() => Promise<void> | void)[];

const running = new Set<Program>();
process.once('exit', () => running.forEach((program) => program.send('SIGKILL')));

/**
 * A program under a supervisor, as systemd is one: what ends, whatever ended it, is started anew two seconds later, until
 * it is stopped. What it prints is in a file of its own.
 */
export class Program {
  readonly name: string;
  readonly #log: string;
  #command: Command;
  #child: ChildProcess | undefined;
  #isWanted = false;
  #isKilled = false;
  /** How often it ended though nobody ended it. */
  endedByItself = 0;

  /** @param folder where what it prints goes */
  constructor(name: string, folder: string, command: Command) {
    this.name = name;
    this.#log = path.join(folder, `${name}.log`);
    this.#command = command;
    // Orphans would pile up when this process is ended in the middle.
    running.add(this);
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** All that it has printed. */
  get printed(): string {
    return readFileSync(this.#log, 'utf8');
  }

  /** Starts it, and again whenever it ends. */
  start(command = this.#command): void {
    this.#command = command;
    this.#isWanted = true;
    this.#spawn();
  }

  /** `kill -9`, of it alone. It is started anew. */
  kill(): void {
    this.#isKilled = true;
    this.#signal('SIGKILL');
  }

  send(signal: NodeJS.Signals): void {
    this.#signal(signal);
  }

  /** Ends it, politely first, and does not start it anew. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    this.#isWanted = false;
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
      // Ctrl-C at the terminal is for the drill, which ends all in their order.
      detached: true,
      stdio: ['ignore', output, output],
    });
    this.#child.once('exit', () => this.#ended());
    this.#child.once('error', () => this.#ended());
  }

  #ended(): void {
    if (!this.#isWanted) return;
    if (!this.#isKilled) this.endedByItself += 1;
    this.#isKilled = false;
    setTimeout(() => this.#isWanted && this.#spawn(), RESTART_MS).unref();
  }

  #signal(signal: NodeJS.Signals): void {
    if (this.#child && !hasEnded(this.#child)) this.#child.kill(signal);
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Waits until something is so. @throws Error that names it, with what the programs printed last, after the limit */
export async function until(
  what: string,
  isSo: () => Promise<boolean>,
  programs: readonly Program[] = [],
  limitMs = LONGEST_MS,
): Promise<void> {
  const limit = performance.now() + limitMs;
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > limit) {
      const said = programs.map(({ name, printed }) => `${name}:\n${printed.slice(-3000)}`).join('\n');
      throw new Error(`${what}: not so after ${limitMs / 1000} s.\n${said}`);
    }
    await delay(100);
  }
}
