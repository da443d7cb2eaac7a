import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { ServerSecret } from '../database/server-secret.ts';
import { networkOf } from '../limits/client-limits.ts';
import { TooBusy } from './refusal.ts';

/** Bytes of a pseudonym: enough for millions of students. */
const LOG_ID_BYTES = 9;

/** The pseudonym of a student in the log: an HMAC, so that nobody without the server's secret finds its owner. */
export function logIdOf(secret: Pick<ServerSecret, 'derive'>, studentId: string): string {
  return secret.derive(`log:${studentId}`).subarray(0, LOG_ID_BYTES).toString('base64url');
}

const ID_HEADER = 'x-request-id';
/** As proxies write it. Whatever could end a line of the log, or has no end itself, is refused. */
const GIVEN_ID = /^[\w.:=+/-]{1,128}$/;

/** Creates request ids, or uses those of a trusted proxy, so that both logs have the same. */
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

/** Logs one line per response: route pattern and network, never the address, whose query can hold a token. */
export const requestLog = fastifyPlugin(async (app: FastifyInstance) => {
  app.addHook('onRequest', async (request, reply) => {
    reply.header(ID_HEADER, request.id);
  });
  // A server that is busy has better to do; how many there were, is logged for all of them.
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
