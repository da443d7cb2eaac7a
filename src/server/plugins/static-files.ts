import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { SERVER_PATHS } from '#form/definition/taken-paths.ts';
import type { Randomness } from '../randomness.ts';
import { refuseUnknownPath } from './error-handler.ts';
import { fillIndexPage, type IndexPageSettings } from './index-page.ts';
import { documentHeaders } from './security-headers.ts';

export type StaticFilesSettings = IndexPageSettings & {
  /** The folder of the built client; without an index.html in it, only the calls are served. */
  readonly folder: string;
  readonly random: Randomness;
  /** Origin of the store that takes documents, when it is another server. */
  readonly uploadOrigin?: string | undefined;
};

/** Calls and built files: an unknown address below these is a 404, every other one is a screen of the client. */
const NO_SCREEN = new RegExp(`^/(?:${SERVER_PATHS.join('|')})(?:/|$|\\?)`);
const ONE_YEAR_MS = 31_536_000_000;

/** Serves the built client: hashed assets for ever, index.html for every screen, each time with a new nonce. */
export const staticFiles = fastifyPlugin(async (app: FastifyInstance, settings: StaticFilesSettings) => {
  const indexFile = join(settings.folder, 'index.html');
  if (!existsSync(indexFile)) {
    app.setNotFoundHandler(refuseUnknownPath);
    return;
  }
  const page = fillIndexPage(readFileSync(indexFile, 'utf8'), settings);
  await app.register(fastifyStatic, {
    root: settings.folder,
    wildcard: false,
    globIgnore: ['index.html', '**/*.br', '**/*.gz'],
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/');
      reply.header(
        'cache-control',
        isHashed ? `public, max-age=${ONE_YEAR_MS / 1000}, immutable` : 'no-cache',
      );
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const isScreen = ['GET', 'HEAD'].includes(request.method) && !NO_SCREEN.test(request.url);
    if (!isScreen) return refuseUnknownPath(request, reply);
    const nonce = settings.random.bytes(16).toString('base64');
    return documentHeaders(reply.code(200), nonce, settings.uploadOrigin)
      .type('text/html; charset=utf-8')
      .send(page.replaceAll('__NONCE__', nonce));
  });
});
