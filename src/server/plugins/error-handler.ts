import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { loggableError } from '#server/fault-log.ts';
import { isDatabaseUnavailable } from '#server/storage/database-unavailable.ts';
import { Refusal, TooManyRequests, type RefusalBody } from '#server/refusal.ts';

/** Sentences for what Fastify itself refuses; the specification quotes the one for everything unexpected. */
const SENTENCES: Readonly<Record<number, string>> = {
  400: 'The request could not be understood.',
  404: 'There is nothing at this address.',
  408: 'The request took too long to arrive. Please try again.',
  413: 'This is too much at once. Please shorten your answers.',
  414: 'The address is too long.',
  415: 'Only requests in JSON are accepted.',
  431: 'The request is too large.',
};
/** After so long it is worth trying again, where nothing better is known. */
export const RETRY_SECONDS = '5';
const UNEXPECTED = "We've encountered an unexpected error at this time. Please try again later.";
/** While the database is unavailable. */
export const UNAVAILABLE_MESSAGE =
  'We cannot reach your application right now. Keep this page open and try again in a moment.';

/** The one place that answers refusals and failures: a status and a sentence, nothing internal. */
export const errorHandler = fastifyPlugin(async (app: FastifyInstance) => {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof TooManyRequests) reply.header('retry-after', String(error.retryAfterSeconds));
    if (error instanceof Refusal) return answerError(reply, error.statusCode, error.body);
    if (isDatabaseUnavailable(error)) {
      logFailure(request, error, 'database unavailable');
      return answerError(reply, 503, { message: UNAVAILABLE_MESSAGE });
    }
    const status = error.statusCode ?? 500;
    if (status < 500)
      return answerError(reply, status, { message: SENTENCES[status] ?? SENTENCES[400] ?? UNEXPECTED });
    logFailure(request, error, 'unexpected failure');
    return answerError(reply, 500, { message: UNEXPECTED });
  });
});

/** The 404 for everything that is not a screen: unknown calls, other methods, missing files. */
export function refuseUnknownPath(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return answerError(reply, 404, { message: SENTENCES[404] ?? UNEXPECTED });
}

function answerError(reply: FastifyReply, status: number, body: RefusalBody): FastifyReply {
  if ((status === 429 || status === 503) && !reply.hasHeader('retry-after'))
    reply.header('retry-after', RETRY_SECONDS);
  return reply.code(status).type('application/json; charset=utf-8').send(body);
}

function logFailure(request: FastifyRequest, error: FastifyError, what: string): void {
  request.log.error({ error: loggableError(error) }, what);
}
