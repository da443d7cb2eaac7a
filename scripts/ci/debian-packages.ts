import { execFileSync } from 'node:child_process';

/**
 * Installs packages of Debian; root only. Waits while another process installs something. Output is hidden, errors are
 * not.
 */
export function installPackages(packages: readonly string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    execFileSync('apt-get', ['-q', '-o', 'DPkg::Lock::Timeout=300', ...args], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
}
