import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

type DaemonOptions = Pick<SpawnOptions, 'cwd' | 'env' | 'gid' | 'killSignal' | 'uid'> & {
  /** Output file; an unread pipe would block the program. */
  readonly log: string;
  readonly isReady?: (() => boolean | Promise<boolean>) | undefined;
};

/** In milliseconds. */
const START_LIMIT = 120_000;

/** Starts a program that ends with this process. @throws Error with its output if not ready within two minutes */
export async function startDaemon(
  program: string,
  args: readonly string[],
  { log, isReady = () => true, killSignal = 'SIGKILL', ...options }: DaemonOptions,
): Promise<ChildProcess> {
  const output = openSync(log, 'a');
  const daemon = spawn(program, args, { ...options, stdio: ['ignore', output, output] });
  // Prevents orphans if this process is killed.
  process.once('exit', () => daemon.kill(killSignal));
  const limit = performance.now() + START_LIMIT;
  while (!(await isReady())) {
    if (daemon.exitCode !== null || performance.now() > limit) {
      daemon.kill(killSignal);
      throw new Error(`${program} is not ready:\n${readFileSync(log, 'utf8')}`);
    }
    await delay(50);
  }
  return daemon;
}

/** Ends a program and waits for its exit. */
export async function endDaemon(daemon: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (daemon.exitCode !== null || daemon.signalCode !== null) return;
  const ended = once(daemon, 'exit');
  daemon.kill(signal);
  await ended;
}
