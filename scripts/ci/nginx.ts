import { existsSync } from 'node:fs';
import { installPackages } from './debian-packages.ts';

/** Where Debian's package of the proxy has it; a test runs it with deploy/nginx.conf. */
export const NGINX = '/usr/sbin/nginx';

/** Whether Debian's package of the proxy is installed. */
export function hasNginx(): boolean {
  return existsSync(NGINX);
}

/** Installs Debian's package, the smallest one, and what makes a certificate for it; root only. The service that comes with it is not needed. */
export function installNginx(): void {
  installPackages(['nginx-light', 'openssl']);
}
