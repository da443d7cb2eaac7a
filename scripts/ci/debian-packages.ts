import { execFileSync } from 'node:child_process';

/** Paths of programs installed by Debian packages. */
export const NGINX = '/usr/sbin/nginx';
export const HAPROXY = '/usr/sbin/haproxy';
export const NFT = '/usr/sbin/nft';
export const PGBOUNCER = '/usr/sbin/pgbouncer';

/** Installs Debian packages as root and prints only errors; waits for the dpkg lock. */
export function installPackages(packages: readonly string[]): true {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    execFileSync('apt-get', ['-q', '-o', 'DPkg::Lock::Timeout=300', ...args], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  return true;
}
