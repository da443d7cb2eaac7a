import { readFileSync } from 'node:fs';

const KILOBYTE = 1024;
const MEGABYTE = 1_000_000;

/** Returns current and peak memory of a process in MB; undefined except on Linux. */
export function memoryOf(pid: number): { readonly now: number; readonly peak: number } | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const member = (name: string): number =>
      (Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * KILOBYTE) / MEGABYTE;
    return { now: member('VmRSS'), peak: member('VmHWM') };
  } catch {
    return undefined;
  }
}
