import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { ServerSecret } from '../database/server-secret.ts';
import { networkOf } from '../limits/client-limits.ts';
import { TooBusy } from './refusal.ts';

/** Bytes of a pseudonym: enough for millions of students. */
const LOG_ID_BYTES = 9;

/** Returns a student's pseudonym for logs. An HMAC, reversible only with the server's secret. */
export function logIdOf(secret: Pick<ServerSecret, 'derive'>, studentId: string): string {
  return secret.derive(`log:${studentId}`).subarray(0, LOG_ID_BYTES).toString('base64url');
}

const ID_HEADER = 'x-request-id';
/** IDs as proxies write them. Refuses line breaks and unlimited length. */
const GIVEN_ID = /^[\w.:=+/-]{1,128}$/;

/** Creates request IDs, or uses those of a trusted proxy. Both logs then match. */
export function createRequestIds(isBehindProxy: boolean): (request: IncomingMessage) => string {
  const server = randomBytes(6).toString('base64url');
  let count = 0;
  return ({ headers }) => {
    const given = isBehindProxy ? headers[ID_HEADER] : undefined;
    if (typeof given === 'string' && GIVEN_ID.test(given)) return given;
    count += 1;
    return `${server}.${count.toString(36)}`;
  };
}

/** Logs one line per response, with route pattern and network. Never the URL, whose query can contain a token. */
export const requestLog = fastifyPlugin(async (app: FastifyInstance) => {
  app.addHook('onRequest', async (request, reply) => {
    reply.header(ID_HEADER, request.id);
  });
  // Rejections of a busy server are counted instead of logged.
  const unlogged = new WeakSet<FastifyRequest>();
  app.addHook('onError', async (request, _reply, error) => {
    if (error instanceof TooBusy) unlogged.add(request);
  });
  app.addHook('onResponse', async (request, reply) => {
    if (unlogged.has(request)) return;
    request.log.info(
      {
        client: networkOf(request.ip),
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    );
  });
});
