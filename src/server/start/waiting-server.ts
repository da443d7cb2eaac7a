import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { CALL_PATHS } from '#form/definition/reserved-paths.ts';
import { RETRY_SECONDS } from '../http/error-handler.ts';
import { addressOfServer, CLIENT_TIMEOUTS } from '../http/create-server.ts';
import { staticFiles, type StaticFilesSettings } from '../http/static-files.ts';
import { localizeRequests } from '../http/locale.ts';
import { escapeHtml } from '../http/escape-html.ts';
import { say, refusalTexts } from '#texts/say.ts';

/** Server that listens until the database is available. */
export type WaitingServer = {
  readonly port: number;
  close(): Promise<void>;
};

/**
 * Answers every call with 503 while the database is unavailable. Serves the built page and files, so that open pages
 * keep working and visitors can type; logged-in students get a page that reloads itself. `/healthz` stays ok: a restart
 * would not help.
 */
export async function openWaitingServer(
  { port, host }: { readonly port: number; readonly host: string },
  page: StaticFilesSettings,
): Promise<WaitingServer> {
  const { requestTimeout, ...http } = CLIENT_TIMEOUTS;
  const app: FastifyInstance = Fastify({ requestTimeout, http, forceCloseConnections: true });
  const isBuilt = existsSync(join(page.folder, 'index.html'));
  localizeRequests(app, page.locales);
  app.addHook('onRequest', async (request, reply) => {
    // The application listens on another socket, so connections must not be reused.
    reply.header('connection', 'close').header('cache-control', 'no-store');
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
    reply.header('x-content-type-options', 'nosniff');
    if (isCall(request) || !isBuilt || isSignedIn(request, page)) await answerWhileWaiting(request, reply);
  });
  app.addHook('onSend', async (_request, reply) => {
    if (String(reply.getHeader('content-type')).startsWith('text/html'))
      reply.code(503).header('retry-after', RETRY_SECONDS);
  });
  await app.register(staticFiles, page);
  await app.listen({ port, host });
  return { port: addressOfServer(app.server).port, close: () => app.close() };
}

function isCall({ url }: FastifyRequest): boolean {
  return CALL_PATHS.some((path) => new RegExp(`^/${path}(?:/|$|\\?)`).test(url));
}

/** Whether the client-side login cookie is set. Built files are public. */
function isSignedIn({ url, headers }: FastifyRequest, { cookiePrefix }: StaticFilesSettings): boolean {
  return !url.startsWith('/assets/') && (headers.cookie ?? '').includes(`${cookiePrefix}_signed_in=`);
}

function answerWhileWaiting({ url, headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (url === '/healthz') return reply.send({ status: 'ok' });
  reply.code(503).header('retry-after', RETRY_SECONDS);
  const message = say(refusalTexts.unavailable);
  if (url === '/readyz') return reply.send({ status: 'away', message });
  if (!headers.accept?.includes('text/html')) return reply.send({ message });
  return reply.header('refresh', RETRY_SECONDS).type('text/html; charset=utf-8').send(waitingPage());
}

function waitingPage(): string {
  const [title, text] = [refusalTexts.oneMoment, refusalTexts.unavailable].map((each) =>
    escapeHtml(say(each)),
  );
  return `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">
<title>${title}</title><h1>${title}</h1><p>${text}</p></html>`;
}
