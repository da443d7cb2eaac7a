import Fastify, { LogController, type FastifyInstance } from 'fastify';
import type { AppDeps } from './app.ts';
import { trustedBy } from './limits/client-network.ts';

const BODY_LIMIT = 256 * 1024;

/** Answers are only serialised, never cut to a schema: what a route returns is what is sent. */
export function createServer({ config, logger }: Pick<AppDeps, 'config' | 'logger'>): FastifyInstance {
  const app: FastifyInstance = Fastify({
    logger: logger ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedBy(config.trustProxy),
    bodyLimit: BODY_LIMIT,
    // Long enough to send a document over a bad connection.
    requestTimeout: 60_000,
    http: { headersTimeout: 15_000 },
    forceCloseConnections: 'idle',
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false } },
  });
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  return app;
}
