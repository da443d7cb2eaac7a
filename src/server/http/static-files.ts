import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest, FastifyReply } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { PartnerSettings } from '#generated/partner.ts';
import { SERVER_PATHS, CALL_PATHS } from '#form/definition/reserved-paths.ts';
import type { Questionnaire } from '../settings/questionnaire.ts';
import type { Randomness, SessionCookies } from './secret-token.ts';
import type { Locales } from './locale.ts';
import { refuseUnknownPath } from './error-handler.ts';
import { nextDeadlineText } from '#form/deadlines/deadline-text.ts';
import { fillIndexPage, fillResponse, type IndexPageSettings } from './index-page.ts';
import { type PageParts, readPageParts } from './page-parts.ts';
import { documentHeaders } from './security-headers.ts';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Services } from '../start/services.ts';

export type StaticFilesSettings = Omit<IndexPageSettings, 'settings'> & {
  readonly questionnaire: Pick<Questionnaire, 'partner' | 'languages'>;
  readonly locales: Locales;
  /** Folder of the built client. Without its index.html, only the API is served. */
  readonly folder: string;
  readonly random: Randomness;
  readonly clock: () => Date;
  /** Default: none, as without a database. */
  readonly cookies?: Pick<SessionCookies, 'clearLeft'>;
  /** Waits until the page can be made. Default: at once. */
  readonly pageTurn?: () => Promise<void>;
  /** Origin of the document store, if it is another server. */
  readonly uploadOrigin?: string | undefined;
};

/** Paths of calls and built files, where unknown URLs are 404. */
const NO_SCREEN = new RegExp(`^/(?:${SERVER_PATHS.join('|')})(?:/|$|\\?)`);
const ONE_YEAR_SECONDS = 31_536_000;

/** Serves the built client: hashed assets, and index.html for every screen. */
export const staticFiles = fastifyPlugin(async (app: FastifyInstance, settings: StaticFilesSettings) => {
  const indexFile = join(settings.folder, 'index.html');
  if (!existsSync(indexFile)) {
    app.setNotFoundHandler(refuseUnknownPath);
    return;
  }
  const pageFor = fillPages(readFileSync(indexFile, 'utf8'), settings);
  await app.register(fastifyStatic, {
    root: settings.folder,
    wildcard: false,
    globIgnore: ['index.html', '.vite/**', '**/*.br', '**/*.gz'],
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/');
      reply.header('cache-control', isHashed ? `public, max-age=${ONE_YEAR_SECONDS}, immutable` : 'no-cache');
    },
  });
  app.setNotFoundHandler(async (request, reply) => {
    const isScreen = ['GET', 'HEAD'].includes(request.method) && !NO_SCREEN.test(request.url);
    if (!isScreen) return refuseUnknownPath(request, reply);
    await settings.pageTurn?.();
    settings.cookies?.clearLeft(request, reply);
    const nonce = settings.random.bytes(16).toString('base64');
    const filled = pageFor(request, nonce);
    return documentHeaders(reply.code(200), nonce, settings.uploadOrigin)
      .type('text/html; charset=utf-8')
      .send(await compressPage(request, reply, filled));
  });
});

function withParts(page: string, { head, screen }: ReturnType<PageParts>): string {
  const linked = page.replace('<!--__PARTS__-->', () => head);
  if (screen === undefined) return linked;
  return linked.replace(/<!--screen-->[^]*<!--\/screen-->/, () => screen);
}

/** Fills the page in each language; returns a request's page with a nonce and the parts of its path. */
function fillPages(
  page: string,
  {
    questionnaire: { partner, languages = new Map<string, Questionnaire>() },
    locales,
    clock,
    ...settings
  }: StaticFilesSettings,
): (request: FastifyRequest, nonce: string) => string {
  const fill = (name: string, own: PartnerSettings): ((path: string, nonce: string) => string) => {
    const filled = fillIndexPage(page, { ...settings, partner: name, settings: own });
    const partsOf = readPageParts(settings.folder, name);
    let last = { second: -1, deadline: '' };
    return (path, nonce) => {
      const second = Math.floor(clock().getTime() / 1000);
      // Forming its text takes ten times as long as the rest of the page.
      if (second !== last.second)
        last = { second, deadline: nextDeadlineText(own.deadlines, new Date(second * 1000)) };
      return fillResponse(withParts(filled, partsOf(path)), { nonce, deadline: last.deadline });
    };
  };
  const english = fill(settings.partner, partner);
  const others = new Map(
    [...languages].map(([language, each]) => [
      language,
      locales.runIn(language, () => fill(`${settings.partner}.${language}`, each.partner)),
    ]),
  );
  return (request, nonce) => {
    const [path = ''] = request.url.split('?');
    return (others.get(locales.languageOf(request) ?? '') ?? english)(path, nonce);
  };
}

/** A quality of zero refuses an encoding (RFC 9110, 12.4.2). */
const TAKES_BROTLI = /(?:^|,)\s*br\s*(?:,|$|;\s*q=(?!0(?:\.0*)?\s*(?:,|$)))/i;

/** Lowest compression level, because each response has its own nonce. */
const LEVEL = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

/** In another thread: a flood of pages would hold up everybody's calls. */
const compress = promisify(brotliCompress);

/** Compresses the page if the browser accepts it. The length reveals nothing: the page contains no request data. */
function compressPage(request: FastifyRequest, reply: FastifyReply, page: string): string | Promise<Buffer> {
  reply.header('vary', 'accept-encoding, accept-language, cookie');
  if (!TAKES_BROTLI.test(request.headers['accept-encoding'] ?? '')) return page;
  reply.header('content-encoding', 'br');
  return compress(page, LEVEL);
}

/** Calls, and URLs with a query: links from mails or to an application. */
const CLOSED = [...CALL_PATHS.map((path) => `/${path}/`), '/*?'];

/** Serves robots.txt (RFC 9309), which allows the public screens. */
export function robotsTxt(app: FastifyInstance): void {
  const lines = ['User-agent: *', ...CLOSED.map((path) => `Disallow: ${path}`)];
  app.get('/robots.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`),
  );
}

const ADDRESS = '/.well-known/security.txt';
/** The RFC recommends less than a year. Renewed at each request. */
const LIFE_MS = 180 * 86_400_000;

/** Serves security.txt (RFC 9116). */
export function securityTxt(app: FastifyInstance, { clock, publicOrigin, questionnaire }: Services): void {
  const { help_email: contact } = questionnaire.partner;
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
