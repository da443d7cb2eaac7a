import { execFileSync } from 'node:child_process';

/** The Chromium processes that descend from a process. */
export function browsersOf(root: number): number[] {
  const all = execFileSync('ps', ['-eo', 'pid=,ppid=,comm='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .map(([pid, parent, name]) => ({ pid: Number(pid), parent: Number(parent), name: name ?? '' }));
  const below = (parent: number): typeof all =>
    all.filter((each) => each.parent === parent).flatMap((each) => [each, ...below(each.pid)]);
  return below(root)
    .filter(({ name }) => name.startsWith('chrom'))
    .map(({ pid }) => pid);
}
