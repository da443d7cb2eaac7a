import { readdir, readFile } from 'node:fs/promises';

/** Size of a page of memory where Node runs on Linux. */
const PAGE_SIZE = 4096;
/** Looking through all processes of the machine is dear; those that are known are looked at each time. */
const LOOKS_PER_SEARCH = 10;

type Member = { readonly group: number; readonly bytes: number };

/**
 * Measures the resident memory of all processes of a group together, in bytes; 0 where there is no /proc. What they
 * share is counted for each: too much rather than too little.
 */
export function createGroupMemory(group: number): () => Promise<number> {
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

async function readMember(pid: string): Promise<Member> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  // The name in brackets may hold anything; what follows is numbers: state, parent, group (third), … resident (22nd).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { group: Number(fields[2]), bytes: Number(fields[21]) * PAGE_SIZE };
}
