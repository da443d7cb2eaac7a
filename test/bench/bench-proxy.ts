import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { installPackages, NGINX } from '../../scripts/ci/debian-packages.ts';
import { startNginx } from '../support/proxies.ts';
import { freePort } from '../../scripts/dev/free-port.ts';
import type { TestServer } from '../support/test-server.ts';

export type BenchProxy = { readonly port: number; stop(): Promise<void> };

/** Starts nginx with deploy/nginx.conf in front of a server; installs it if missing. */
export async function startProxy(server: Pick<TestServer, 'url'>): Promise<BenchProxy> {
  if (!existsSync(NGINX)) installPackages(['nginx-light', 'openssl']);
  const folder = mkdtempSync(path.join(tmpdir(), 'matricula-nginx-'));
  const [port, redirectPort] = [await freePort(), await freePort()];
  const behind = Number(new URL(server.url).port);
  const stop = await startNginx(folder, { port, redirectPort, servers: [behind, behind], isPlain: true });
  return {
    port,
    async stop() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
