import type { FastifyInstance } from 'fastify';
import { CALL_PATHS } from '#form/definition/reserved-paths.ts';
import { refuseUnknownPath } from './error-handler.ts';
import type { Services } from '../start/services.ts';

/** Calls, and addresses with a query: a link from a mail or to an application. */
const CLOSED = [...CALL_PATHS.map((path) => `/${path}/`), '/*?'];

/** Serves robots.txt (RFC 9309), which allows the public screens. */
export function robotsTxt(app: FastifyInstance): void {
  const lines = ['User-agent: *', ...CLOSED.map((path) => `Disallow: ${path}`)];
  app.get('/robots.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`),
  );
}

const ADDRESS = '/.well-known/security.txt';
/** Less than a year is recommended; it is rewritten at each request. */
const LIFE_MS = 180 * 86_400_000;

/** Serves security.txt (RFC 9116) where the partner has a help address. */
export function securityTxt(app: FastifyInstance, { clock, publicOrigin, questionnaire }: Services): void {
  const { help_email: contact }: Readonly<Record<string, unknown>> = questionnaire.partner;
  if (typeof contact !== 'string') {
    app.get(ADDRESS, refuseUnknownPath);
    return;
  }
  app.get(ADDRESS, async (_request, reply) => {
    const expires = new Date(clock().getTime() + LIFE_MS).toISOString();
    const lines = [
      `Contact: mailto:${encodeURI(contact)}`,
      `Expires: ${expires}`,
      'Preferred-Languages: en',
      `Canonical: ${publicOrigin()}${ADDRESS}`,
    ];
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
}
