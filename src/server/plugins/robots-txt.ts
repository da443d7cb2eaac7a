import type { FastifyInstance } from 'fastify';
import { CALL_PATHS } from '#form/definition/taken-paths.ts';

/** Calls are no pages, and what an address with a query shows is somebody's own: a link from a mail, or to an application. */
const CLOSED = [...CALL_PATHS.map((path) => `/${path}/`), '/*?'];

/** What search engines may read (RFC 9309): the screens that everybody may see. */
export function robotsTxt(app: FastifyInstance): void {
  const lines = ['User-agent: *', ...CLOSED.map((path) => `Disallow: ${path}`)];
  app.get('/robots.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`),
  );
}
