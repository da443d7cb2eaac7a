import Fastify from 'fastify';
import { addressOfServer } from '../http/create-server.ts';
import { callHeaders } from '../http/security-headers.ts';

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
  const app = Fastify({ forceCloseConnections: true });
  app.addHook('onRequest', async ({ headers }, reply) => {
    reply.headers({ ...callHeaders(''), 'cross-origin-opener-policy': 'same-origin' });
    const name = (headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
    if (host === LOOPBACK && !NAMES.has(name)) await reply.code(403).send();
  });
  app.setNotFoundHandler((_request, reply) => reply.code(404).send());
  app.setErrorHandler((_error, _request, reply) => reply.code(500).send());
  for (const [path, read] of Object.entries(pages))
    app.get(path, async (_request, reply) => {
      const { type, body, policy } = await read();
      const rules = [
        "default-src 'none'",
        policy,
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
      ];
      reply.header('content-security-policy', rules.filter(Boolean).join('; '));
      return reply.type(type).send(body);
    });
  await app.listen({ port, host });
  const { port: opened } = addressOfServer(app.server);
  return {
    url: `http://${host === LOOPBACK ? 'localhost' : host}:${opened}`,
    close: () => app.close(),
  };
}
