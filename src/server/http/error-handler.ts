import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifyServerOptions,
} from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { isWorthLogging, loggableError, errorCodeOf } from './error-log.ts';
import { storageErrorOf } from '#server/database/storage-errors.ts';
import { Refusal, TooBusy, TooManyRequests, type RefusalBody } from './refusal.ts';
import { ownText, type Text, say, errorTexts, refusalTexts } from '#texts/say.ts';
import { STATUS_CODES } from 'node:http';
import { callHeaders } from './security-headers.ts';

/** Messages for errors reported by Fastify itself. */
const TEXTS: Readonly<Record<number, Text>> = {
  400: refusalTexts.notUnderstood,
  404: refusalTexts.notFound,
  408: refusalTexts.late,
  413: refusalTexts.tooMuch,
  414: refusalTexts.longAddress,
  415: refusalTexts.notJson,
  431: refusalTexts.tooLarge,
};
/** Default Retry-After in seconds. */
export const RETRY_SECONDS = '5';

/** Converts refusals and errors to a status and a message. No internals are sent. */
export const errorHandler = fastifyPlugin(async (app: FastifyInstance) => {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof TooManyRequests || error instanceof TooBusy)
      reply.header('retry-after', String(error.retryAfterSeconds));
    if (error instanceof Refusal) return answerError(reply, error.statusCode, error.body);
    if (hasDisconnected(request)) {
      request.log.info({ error: loggableError(error) }, 'the client left before its request was complete');
      return answerError(reply, 400, sentenceFor(400));
    }
    const fault = storageErrorOf(error);
    if (fault) {
      logFailure(request, error, `storage ${fault}`);
      return answerError(reply, 503, { message: say(refusalTexts.unavailable) });
    }
    const status = hasNoStudent(error) ? 404 : (error.statusCode ?? 500);
    if (status < 500) return answerError(reply, status, sentenceFor(status));
    logFailure(request, error, 'unexpected failure');
    return answerError(reply, 500, { message: say(errorTexts.unexpected) });
  });
});

/** Sends 404 for unknown calls, unsupported methods and missing files. */
export function refuseUnknownPath(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return answerError(reply, 404, { message: say(refusalTexts.notFound) });
}

/** Whether the client disconnected while sending the body. Database connections have the same error codes. */
export function hasDisconnected({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete;
}

/** Whether a row was written for a student who was deleted during the call. */
function hasNoStudent(error: FastifyError): boolean {
  return String('constraint' in error && error.constraint).endsWith('_student_id_fkey');
}

/** Returns the response body for a status. */
function sentenceFor(status: number): RefusalBody {
  return { message: ownText(TEXTS[status] ?? refusalTexts.notUnderstood) };
}

function answerError(reply: FastifyReply, status: number, body: RefusalBody): FastifyReply {
  if ((status === 429 || status === 503) && !reply.hasHeader('retry-after'))
    reply.header('retry-after', RETRY_SECONDS);
  return reply.code(status).type('application/json; charset=utf-8').send(body);
}

function logFailure(request: FastifyRequest, error: FastifyError, what: string): void {
  if (isWorthLogging(error, request.server.log)) request.log.error({ error: loggableError(error) }, what);
}

/** Statuses for Node's parser error codes; anything else is a 400. */
const STATUSES: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

/** Answers requests that reach no route with the usual headers. Logs nothing: Node's error includes cookies. */
export function answerUnreadable(
  publicOrigin: () => string,
): Required<Pick<FastifyServerOptions, 'clientErrorHandler' | 'frameworkErrors'>> {
  return {
    clientErrorHandler(error, socket) {
      // A reset connection cannot be answered.
      if (errorCodeOf(error) === 'ECONNRESET' || !socket.writable) return void socket.destroy();
      socket.end(rawAnswer(STATUSES[errorCodeOf(error)] ?? 400, publicOrigin()));
      socket.destroySoon();
    },
    frameworkErrors(error: FastifyError, _request: FastifyRequest, reply: FastifyReply) {
      const status = error.statusCode ?? 400;
      answerError(reply.headers(callHeaders(publicOrigin())), status, sentenceFor(status));
    },
  };
}

function rawAnswer(status: number, publicOrigin: string): string {
  const body = JSON.stringify(sentenceFor(status));
  const headers = {
    ...callHeaders(publicOrigin),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}
