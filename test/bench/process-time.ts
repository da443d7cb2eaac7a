import { readFileSync } from 'node:fs';

/** Kernel clock ticks, the same on every Linux that Node supports. */
const TICKS_PER_SECOND = 100;
/** Indexes of user and kernel time in `proc(5)`, counted after the program name. */
const [USER, KERNEL] = [11, 12];

/** Returns the CPU seconds used by running processes since their start; ended ones count 0. */
export function processorSecondsOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + secondsOf(pid), 0);
}

function secondsOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[USER]) + Number(fields[KERNEL])) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}
