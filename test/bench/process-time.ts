import { readFileSync } from 'node:fs';

/** Of the kernel's clock, on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;
/** Where `proc(5)` has the time in user and in kernel mode, counted from after the name of the program. */
const [USER, KERNEL] = [11, 12];

/** Seconds of a processor that running processes have taken since each began; one that is gone counts nothing. */
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
