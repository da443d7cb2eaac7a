import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import { errorCodeOf } from '../error-code.ts';
import { answerError, sentenceFor } from './error-handler.ts';
import { callHeaders } from './security-headers.ts';

/** Node's codes for what its parser refuses; anything else is a 400. */
const STATUSES: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

/**
 * Answers what no route ever sees, as all else is answered: the same headers, a sentence, and nothing of the request.
 * Nothing is logged, because Node's error holds the packet with its cookies.
 */
export function answerUnreadable(
  publicOrigin: () => string,
): Required<Pick<FastifyServerOptions, 'clientErrorHandler' | 'frameworkErrors'>> {
  return {
    clientErrorHandler(error, socket) {
      // One that was reset has nobody to answer.
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
