import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '#scripts/run-tool.ts';
import { NGINX } from '#scripts/ci/debian-packages.ts';
import { endDaemon, startDaemon } from '#scripts/ci/daemon.ts';

export type NginxSettings = {
  readonly port: number;
  /** Port of the redirect to https. */
  readonly redirectPort: number;
  /** Ports of the two servers behind the proxy. */
  readonly servers: readonly [number, number];
  /** Uses HTTP instead of HTTPS, so that benchmarks measure no handshakes. Default: false. */
  readonly isPlain?: boolean;
};

/** Starts nginx with deploy/nginx.conf, as an operator does. @returns a function that stops it */
export async function startNginx(
  folder: string,
  { port, redirectPort, servers, isPlain = false }: NginxSettings,
): Promise<() => Promise<void>> {
  // The nginx workers run as another user, who writes the cache.
  chmodSync(folder, 0o755);
  createCertificate(folder);
  const settings = readFileSync(path.join(projectRoot, 'deploy/nginx.conf'), 'utf8')
    .replaceAll('/etc/nginx/matricula.pem', path.join(folder, 'cert.pem'))
    .replaceAll('/etc/nginx/matricula.key', path.join(folder, 'key.pem'))
    .replaceAll('/var/log/nginx', folder)
    .replaceAll('/var/cache/nginx', folder)
    .replaceAll('/run/nginx.pid', path.join(folder, 'pid'))
    .replace('http {', `http {\n${temporaryFolders(folder)}\n${OTHER_CLIENTS}`)
    .replaceAll('10.0.0.11:3000', `127.0.0.1:${servers[0]}`)
    .replaceAll('10.0.0.12:3000', `127.0.0.1:${servers[1]}`)
    .replace('listen 443 ssl http2', `listen 127.0.0.1:${port}${isPlain ? '' : ' ssl http2'}`)
    .replace('listen 80', `listen 127.0.0.1:${redirectPort}`);
  const file = path.join(folder, 'nginx.conf');
  writeFileSync(file, settings);
  const nginx = await startDaemon(NGINX, ['-p', folder, '-e', 'stderr', '-c', file, '-g', 'daemon off;'], {
    log: path.join(folder, 'start.log'),
    isReady: () => existsSync(path.join(folder, 'pid')),
  });
  return () => endDaemon(nginx, 'SIGTERM');
}

/** Lets calls come from other addresses. */
const OTHER_CLIENTS = 'set_real_ip_from 127.0.0.1; real_ip_header X-Client;';

/** Directives that keep temporary files in the folder instead of the system's. */
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
