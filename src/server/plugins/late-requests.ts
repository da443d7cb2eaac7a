import type { IncomingMessage, Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';

/** How long a client may take to send a request. */
export type Patience = {
  readonly headMs: number;
  /** For the body, … */
  readonly bodyMs: number;
  /** … and a second more for as many bytes of it as have come. */
  readonly bytesPerSecond: number;
};

/**
 * A phone with a bad connection sends more than 2 kB a second. The largest document takes nine minutes then, and
 * nothing takes longer than its permit lasts.
 */
export const PATIENCE: Patience = { headMs: 10_000, bodyMs: 30_000, bytesPerSecond: 2000 };

/** Whatever a request is, and however fast it comes. */
const LONGEST_MS = 10 * 60_000;
const CHECK_MS = 1000;

/** The settings with which Node cuts off who sends the head of a request slowly. */
export function headTimeouts({ headMs }: Patience) {
  return { requestTimeout: LONGEST_MS, headersTimeout: headMs, connectionsCheckingInterval: CHECK_MS };
}

type Sending = { readonly request: IncomingMessage; readonly since: number; readonly bytesBefore: number };

/**
 * Cuts off, as Node does with a slow head, who sends a body more slowly than {@link Patience} has it. Node knows a time
 * for all of a request only: long enough for a document on a phone, it lets others hold a connection for as long.
 */
export const lateRequests = fastifyPlugin(async (app: FastifyInstance, patience: Patience) => {
  const { server } = app;
  const sending = new Set<Sending>();
  server.on('request', (request: IncomingMessage) => {
    if (!request.complete)
      sending.add({ request, since: performance.now(), bytesBefore: request.socket.bytesRead });
  });
  const check = setInterval(() => {
    for (const each of sending) {
      if (each.request.complete || each.request.destroyed) sending.delete(each);
      else if (isLate(each, patience)) cutOff(server, each.request);
    }
  }, CHECK_MS);
  check.unref();
  app.addHook('onClose', async () => clearInterval(check));
});

function isLate({ request, since, bytesBefore }: Sending, { bodyMs, bytesPerSecond }: Patience): boolean {
  const bytes = request.socket.bytesRead - bytesBefore;
  return performance.now() - since > bodyMs + (bytes / bytesPerSecond) * 1000;
}

/** The same event as of a head that is late: whoever answers that one answers this one, and ends the connection. */
function cutOff(server: Server, { socket }: IncomingMessage): void {
  const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  server.emit('clientError', error, socket);
}
