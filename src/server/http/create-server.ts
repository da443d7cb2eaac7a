import type { AddressInfo, Server } from 'node:net';
import fastifyCookie from '@fastify/cookie';
import Fastify, {
  LogController,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { ServerOptions } from '../start/core-services.ts';
import type { TrustProxy } from '../settings/config.ts';
import { countRequests } from '../metrics/instrumentation.ts';
import { errorHandler, answerUnreadable, refuseUnknownPath } from './error-handler.ts';
import { gracefulShutdown } from './graceful-shutdown.ts';
import { jsonBody, storableAddress } from './json-body.ts';
import { createRequestIds, requestLog } from './request-log.ts';
import { securityHeaders } from './security-headers.ts';
import { localizeRequests } from './locale.ts';

const BODY_LIMIT = 256 * 1024;
/** For calls without a session: bodies are in memory until they end, which can take minutes. */
const PUBLIC_BODY_LIMIT = 16 * 1024;

/** Node's limits for slow clients. 10 s for headers, 10 min in total, which a phone can need for a document. */
export const CLIENT_TIMEOUTS = {
  requestTimeout: 600_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 1000,
} as const;

/** Returns a server's TCP address. @throws Error if it does not listen on TCP */
export function addressOfServer(server: Pick<Server, 'address'>): AddressInfo {
  const listening = server.address();
  if (listening === null || typeof listening === 'string') throw new Error('The server listens on no port.');
  return listening;
}

/** Creates the server without routes: the hooks of every request. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { metrics, publicOrigin } = options;
  const app = openFastify(options);
  app.addHook('onRequest', requireAddress);
  // Before any hook can refuse a request.
  localizeRequests(app, options.locales);
  options.traceRequests?.(app);
  await app.register(gracefulShutdown);
  await app.register(requestLog);
  await app.register(countRequests, { metrics });
  await app.register(errorHandler);
  await app.register(securityHeaders, { publicOrigin });
  await app.register(jsonBody);
  await app.register(storableAddress);
  await app.register(fastifyCookie);
  app.addHook('onRequest', refuseUnknownBody);
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith('/public/')) route.bodyLimit ??= PUBLIC_BODY_LIMIT;
  });
  return app;
}

/** Opens Fastify. Responses are serialized as is, not filtered by a schema. */
function openFastify({ config, logger, publicOrigin }: ServerOptions): FastifyInstance {
  const { requestTimeout, ...http } = CLIENT_TIMEOUTS;
  const app: FastifyInstance = Fastify({
    logger: typeof logger === 'object' ? { timestamp: isoTime, ...logger } : false,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedBy(config.trustProxy),
    genReqId: createRequestIds(config.trustProxy !== false),
    bodyLimit: BODY_LIMIT,
    requestTimeout,
    // Requests without a Host header are refused by our own hook.
    http: { ...http, requireHostHeader: false },
    ...answerUnreadable(publicOrigin),
    forceCloseConnections: 'idle',
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false } },
  });
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  return app;
}

/** Formats the time of a log line as in the audit trail. */
function isoTime(): string {
  return `,"time":"${new Date().toISOString()}"`;
}

/** Ends connections that are gone, or send ahead (HTTP pipelining). Reading the address makes Node cache it. */
async function requireAddress({ socket }: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (socket.remoteAddress !== undefined && reply.raw.socket !== null) return;
  reply.hijack();
  socket.destroy();
}

/** Refuses unknown calls before their body is read. Fastify reads none of a GET, which can be for a screen. */
async function refuseUnknownBody(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const isRead = !request.is404 || ['GET', 'HEAD'].includes(request.method);
  return isRead ? undefined : refuseUnknownPath(request, reply);
}

/** Converts TRUST_PROXY to Fastify's option. */
function trustedBy(trust: TrustProxy): false | string[] | ((address: string, hop: number) => boolean) {
  if (trust === false) return false;
  return typeof trust === 'number' ? (_address, hop) => hop < trust : [...trust];
}
