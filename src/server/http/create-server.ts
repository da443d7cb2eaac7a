import fastifyCookie from '@fastify/cookie';
import Fastify, {
  LogController,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { AppDeps } from '../start/app.ts';
import type { TrustProxy } from '../settings/config.ts';
import { countRequests } from '../metrics/instrumentation.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { errorHandler, answerUnreadable } from './error-handler.ts';
import { gracefulShutdown } from './graceful-shutdown.ts';
import { jsonBody, storableAddress } from './json-body.ts';
import { createRequestIds, requestLog } from './request-log.ts';
import { securityHeaders } from './security-headers.ts';
import { answerReaders, type Readers } from './locale.ts';

const BODY_LIMIT = 256 * 1024;

/** Node's limits for slow clients: 10 s for the head of a request, 10 min for all of it. A phone can take that long for a document. */
export const CLIENT_TIMEOUTS = {
  requestTimeout: 600_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 1000,
} as const;

type ServerParts = Pick<AppDeps, 'config' | 'logger' | 'publicOrigin' | 'traceRequests'> & {
  readonly metrics: Metrics;
  readonly readers: Readers;
};

/** The server without a route: what happens to every request, whatever it asks. */
export async function createServer(parts: ServerParts): Promise<FastifyInstance> {
  const { metrics, publicOrigin } = parts;
  const app = openFastify(parts);
  app.addHook('onRequest', requireAddress);
  // Before all that refuses.
  answerReaders(app, parts.readers);
  parts.traceRequests?.(app);
  await app.register(gracefulShutdown);
  await app.register(requestLog);
  await app.register(countRequests, { metrics });
  await app.register(errorHandler);
  await app.register(securityHeaders, { publicOrigin });
  await app.register(jsonBody);
  await app.register(storableAddress);
  await app.register(fastifyCookie);
  return app;
}

/** Answers are only serialised, never cut to a schema: what a route returns is what is sent. */
function openFastify({ config, logger, publicOrigin }: ServerParts): FastifyInstance {
  const { requestTimeout, ...http } = CLIENT_TIMEOUTS;
  const app: FastifyInstance = Fastify({
    logger: logger ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedBy(config.trustProxy),
    genReqId: createRequestIds(config.trustProxy !== false),
    bodyLimit: BODY_LIMIT,
    requestTimeout,
    // A request without a host is answered here as well, like all else.
    http: { ...http, requireHostHeader: false },
    ...answerUnreadable(publicOrigin),
    forceCloseConnections: 'idle',
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false } },
  });
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  return app;
}

/**
 * Has Node read, and from then on remember, the address that a request comes from: once the connection is closed it
 * cannot be known. What came from nobody knows where does nothing; who sent it has left.
 */
async function requireAddress({ socket }: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (socket.remoteAddress !== undefined) return;
  reply.hijack();
  socket.destroy();
}

/** TRUST_PROXY as Fastify wants it: nobody's headers, those of so many proxies, or those of these addresses. */
function trustedBy(trust: TrustProxy): false | string[] | ((address: string, hop: number) => boolean) {
  if (trust === false) return false;
  return typeof trust === 'number' ? (_address, hop) => hop < trust : [...trust];
}
