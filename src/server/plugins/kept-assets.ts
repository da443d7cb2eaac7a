import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** What the answer of a file says of it, and nothing of who asked. */
const OF_FILE = [
  'accept-ranges',
  'cache-control',
  'content-encoding',
  'content-type',
  'etag',
  'last-modified',
  'vary',
];

type Kept = {
  readonly headers: Readonly<Record<string, string | number | string[]>>;
  readonly bytes: Buffer;
};

/**
 * Keeps the built files that were asked for in memory, as they were sent compressed: 2 MB in all, and their names change
 * with their contents. To open, read and close a file takes most of what it costs to send one, and each visitor of a crowd
 * asks for a dozen.
 *
 * @param app with the routes of the files, to be added after this
 */
export function keepAssets(app: FastifyInstance): void {
  const kept = new Map<string, Kept>();
  app.addHook('preHandler', (request, reply, done) => {
    const found = isWhole(request) ? kept.get(request.routeOptions.url ?? '') : undefined;
    if (found) reply.headers(found.headers).send(found.bytes);
    else done();
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const isKept =
      isWhole(request) && reply.statusCode === 200 && reply.getHeader('content-encoding') === 'br';
    if (!isKept || !(payload instanceof Readable)) return payload;
    const headers = Object.fromEntries(
      OF_FILE.flatMap((name) => {
        const value = reply.getHeader(name);
        return value === undefined ? [] : [[name, value] as const];
      }),
    );
    const bytes = await buffer(payload);
    kept.set(request.routeOptions.url ?? '', { headers, bytes });
    return bytes;
  });
}

/** Asks for all of a built file, compressed, whatever the browser has already. */
function isWhole({ method, headers, routeOptions }: FastifyRequest): boolean {
  const { range, 'accept-encoding': encodings = '' } = headers;
  const isConditional = headers['if-none-match'] ?? headers['if-modified-since'] ?? range;
  const isAsset = method === 'GET' && routeOptions.url?.startsWith('/assets/') === true;
  return isAsset && isConditional === undefined && /\bbr\b/.test(encodings);
}
