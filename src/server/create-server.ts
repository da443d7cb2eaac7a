import Fastify, {
  LogController,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { AppDeps } from './app.ts';
import type { TrustProxy } from './config.ts';
import { headTimeouts, PATIENCE } from './plugins/late-requests.ts';

const BODY_LIMIT = 256 * 1024;

/** Answers are only serialised, never cut to a schema: what a route returns is what is sent. */
export function createServer({
  config,
  logger,
  patience = PATIENCE,
}: Pick<AppDeps, 'config' | 'logger' | 'patience'>): FastifyInstance {
  const { requestTimeout, ...http } = headTimeouts(patience);
  const app: FastifyInstance = Fastify({
    logger: logger ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedBy(config.trustProxy),
    bodyLimit: BODY_LIMIT,
    requestTimeout,
    http,
    forceCloseConnections: 'idle',
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false } },
  });
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  app.addHook('onRequest', requireAddress);
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
