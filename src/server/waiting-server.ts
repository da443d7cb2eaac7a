import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { RETRY_SECONDS } from '#server/plugins/error-handler.ts';
import { headTimeouts, PATIENCE } from './plugins/late-requests.ts';
import { escapeHtml } from './escape-html.ts';
import { say } from '#texts/say.ts';
import * as refusalTexts from '#generated/texts/refusal.ts';

/** Listens in place of the application until the database is there. */
export type WaitingServer = {
  readonly port: number;
  close(): Promise<void>;
};

/**
 * Answers everything with 503 and when to ask again: a call with a sentence, and a page with one that loads itself anew.
 * `/healthz` is fine, because a restart would not bring the database back.
 *
 * @throws the fault of listening, e.g. that the port is in use
 */
export async function openWaitingServer(port: number, host: string): Promise<WaitingServer> {
  const server = createServer(headTimeouts(PATIENCE), answerWhileWaiting).listen(port, host);
  await once(server, 'listening');
  return {
    port: portOfServer(server),
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** @throws Error when the server listens on none */
export function portOfServer(server: Server): number {
  const listening = server.address();
  if (listening === null || typeof listening === 'string') throw new Error('The server listens on no port.');
  return listening.port;
}

function answerWhileWaiting({ url, headers }: IncomingMessage, response: ServerResponse): void {
  // The application listens on another socket: nobody shall keep this one.
  response.setHeader('connection', 'close').setHeader('cache-control', 'no-store');
  response.setHeader('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
  response.setHeader('x-content-type-options', 'nosniff');
  if (url === '/healthz') return sendToApp(response, 200, { status: 'ok' });
  response.setHeader('retry-after', RETRY_SECONDS);
  if (url === '/readyz')
    return sendToApp(response, 503, { status: 'unavailable', message: say(refusalTexts.unavailable) });
  if (!headers.accept?.includes('text/html'))
    return sendToApp(response, 503, { message: say(refusalTexts.unavailable) });
  response.setHeader('refresh', RETRY_SECONDS);
  response.writeHead(503, { 'content-type': 'text/html; charset=utf-8' }).end(waitingPage());
}

function waitingPage(): string {
  const [title, text] = [refusalTexts.oneMoment, refusalTexts.unavailable].map((each) =>
    escapeHtml(say(each)),
  );
  return `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">
<title>${title}</title><h1>${title}</h1><p>${text}</p></html>`;
}

function sendToApp(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}
