import { readdir, readFile } from 'node:fs/promises';

/** Size of a page of memory where Node runs on Linux. */
const PAGE_SIZE = 4096;

/**
 * Resident memory of all processes of a group together, in bytes; 0 where there is no /proc.
 * What they share is counted for each: too much rather than too little.
 */
export async function groupMemory(group: number): Promise<number> {
  const names = await readdir('/proc').catch(() => []);
  const sizes = await Promise.all(
    names.filter((name) => /^\d+$/.test(name)).map((name) => memoryOf(name, group)),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function memoryOf(pid: string, group: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  // The name in brackets may hold anything; what follows is numbers: state, parent, group (third), … resident (22nd).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[2]) === group ? Number(fields[21]) * PAGE_SIZE : 0;
}
