import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { addressOfServer } from '../http/create-server.ts';

export type LoopbackPage = {
  readonly type: string;
  readonly body: string;
  /** Additional content security policy, e.g. `style-src 'sha256-…'`. */
  readonly policy?: string;
};

export type LoopbackServer = {
  /** E.g. `http://localhost:3001`. */
  readonly url: string;
  close(): Promise<void>;
};

const LOOPBACK = '127.0.0.1';
const NAMES = new Set(['localhost', LOOPBACK]);

/**
 * Serves pages on a port of 127.0.0.1. Proxies of the public port cannot reach it. Refuses foreign Host headers (DNS
 * rebinding), unless the operator chose another address.
 * @param pages path → page
 */
export async function startLoopbackServer(
  port: number,
  pages: Readonly<Record<string, () => Promise<LoopbackPage>>>,
  host = LOOPBACK,
): Promise<LoopbackServer> {
  const server = createServer((request, response) => {
    if (host === LOOPBACK && !isLocal(request)) return response.writeHead(403).end();
    return answerLoopback(request, response, pages).catch(() => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    url: `http://${host === LOOPBACK ? 'localhost' : host}:${addressOfServer(server).port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function isLocal({ headers }: IncomingMessage): boolean {
  return NAMES.has((headers.host ?? '').replace(/:\d+$/, '').toLowerCase());
}

async function answerLoopback(
  { method = '', url = '/' }: IncomingMessage,
  response: ServerResponse,
  pages: Readonly<Record<string, () => Promise<LoopbackPage>>>,
): Promise<void> {
  const path = url.split('?')[0] ?? '';
  const read = Object.hasOwn(pages, path) ? pages[path] : undefined;
  if (!['GET', 'HEAD'].includes(method) || read === undefined) {
    response.writeHead(404, { 'cache-control': 'no-store' }).end();
    return;
  }
  const page = await read();
  const policy = ["default-src 'none'", page.policy, "base-uri 'none'", "form-action 'none'"];
  response.writeHead(200, {
    'content-type': page.type,
    'cache-control': 'no-store',
    'content-security-policy': [...policy.filter(Boolean), "frame-ancestors 'none'"].join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
  response.end(method === 'HEAD' ? undefined : page.body);
}
