import { existsSync } from 'node:fs';
import { findPostgres } from '#scripts/ci/postgres-cluster.ts';
import { installPackages } from '#scripts/ci/debian-packages.ts';

/** Program → its Debian package. */
const PROGRAMS: Readonly<Record<string, string>> = {
  '/usr/bin/etcd': 'etcd-server',
  '/usr/bin/patroni': 'patroni',
  '/usr/lib/python3/dist-packages/etcd': 'python3-etcd',
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/sbin/pgbouncer': 'pgbouncer',
  '/usr/bin/ceph-mon': 'ceph-mon',
  '/usr/bin/ceph-osd': 'ceph-osd',
  '/usr/bin/radosgw': 'radosgw',
};

/**
 * Installs missing programs if possible: on Debian, as root.
 *
 * @returns a sentence about what is still missing; undefined if nothing is
 */
export function installMissing(): string | undefined {
  const before = missingPackages();
  if (before.length === 0) return undefined;
  const install = `apt-get install ${before.join(' ')}`;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    return `The drill needs programs that this machine lacks. On Debian, as root: ${install}`;
  console.log(`Installing ${before.join(', ')}.`);
  try {
    installPackages(before);
  } catch {
    return `Debian's packages could not be installed: ${install}`;
  }
  const after = missingPackages();
  return after.length === 0 ? undefined : `Still missing: ${after.join(', ')}.`;
}

function missingPackages(): readonly string[] {
  const packages = Object.keys(PROGRAMS).filter((program) => !existsSync(program));
  return [
    ...(findPostgres() === undefined ? ['postgresql'] : []),
    ...packages.flatMap((program) => PROGRAMS[program] ?? []),
  ];
}
