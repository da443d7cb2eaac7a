import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { projectRoot } from '../run-tool.ts';
import { installPackages } from './debian-packages.ts';

/** Path of the nginx that Debian's package installs. */
const NGINX = '/usr/sbin/nginx';

/** Whether Debian's package of nginx is installed. */
export function hasNginx(): boolean {
  return existsSync(NGINX);
}

/** Installs Debian's smallest nginx, and openssl for its certificate; root only. */
export function installNginx(): void {
  installPackages(['nginx-light', 'openssl']);
}

export type NginxSettings = {
  readonly port: number;
  /** Port of the redirect to https. */
  readonly redirectPort: number;
  /** Ports of the two servers behind it. */
  readonly servers: readonly [number, number];
  /** Speaks HTTP instead of HTTPS, so that a benchmark measures no handshakes. Default: false. */
  readonly isPlain?: boolean;
};

/**
 * Starts nginx with deploy/nginx.conf, as an operator does: with addresses, paths and a certificate of this machine.
 *
 * @param folder an empty folder for its files
 * @returns what stops it
 */
export async function startNginx(
  folder: string,
  { port, redirectPort, servers, isPlain = false }: NginxSettings,
): Promise<() => Promise<void>> {
  // The workers of nginx are another user, who writes the cache.
  chmodSync(folder, 0o755);
  createCertificate(folder);
  const settings = readFileSync(path.join(projectRoot, 'deploy/nginx.conf'), 'utf8')
    .replaceAll('/etc/nginx/matricula.pem', path.join(folder, 'cert.pem'))
    .replaceAll('/etc/nginx/matricula.key', path.join(folder, 'key.pem'))
    .replaceAll('/var/log/nginx', folder)
    .replaceAll('/var/cache/nginx', folder)
    .replaceAll('/run/nginx.pid', path.join(folder, 'pid'))
    .replace('http {', `http {\n${temporaryFolders(folder)}`)
    .replaceAll('10.0.0.11:3000', `127.0.0.1:${servers[0]}`)
    .replaceAll('10.0.0.12:3000', `127.0.0.1:${servers[1]}`)
    .replace('listen 443 ssl http2', `listen 127.0.0.1:${port}${isPlain ? '' : ' ssl http2'}`)
    .replace('listen 80', `listen 127.0.0.1:${redirectPort}`);
  const file = path.join(folder, 'nginx.conf');
  writeFileSync(file, settings);
  const nginx = spawn(NGINX, ['-p', folder, '-e', 'start.log', '-c', file, '-g', 'daemon off;'], {
    stdio: 'ignore',
  });
  const ended = once(nginx, 'exit');
  while (!existsSync(path.join(folder, 'pid'))) {
    if (nginx.exitCode !== null) throw new Error(readFileSync(path.join(folder, 'start.log'), 'utf8'));
    await delay(20);
  }
  return async () => {
    nginx.kill('SIGTERM');
    await ended;
  };
}

/** Directives that keep temporary files in the folder, not where the package has them. */
function temporaryFolders(folder: string): string {
  return ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${path.join(folder, name)};`)
    .join('\n');
}

function createCertificate(folder: string): void {
  const files = ['-keyout', 'key.pem', '-out', 'cert.pem'];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost', ...files],
    { cwd: folder, stdio: 'ignore' },
  );
}
