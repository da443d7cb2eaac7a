import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { Refusal } from './refusal.ts';
import { isRecord } from '#form/definition/own-property.ts';
import { ownText, say, refusalTexts } from '#texts/say.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if the call itself refuses unstorable text, with a message per field. */
    readonly namesBrokenText?: boolean;
    /** True for a large response: one that is not read holds up other downloads of its student, and nothing else. */
    readonly isDownload?: boolean;
    /** True for a call that computes for long, whether it succeeds or not. */
    readonly isLong?: boolean;
  }
}

const MAX_DEPTH = 32;

/** Refuses invalid bytes, and keeps a byte order mark for the parser. */
const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Parses JSON bodies and refuses what cannot be stored. That is NUL, lone surrogates, deep nesting, `__proto__`. An
 * empty body counts as none, because the client sends the content type with every call.
 */
export const jsonBody = fastifyPlugin(async (app: FastifyInstance) => {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (bytes.length === 0) return done(null, undefined);
    const body = decodedText(bytes);
    if (body === undefined) return done(new Refusal(400, ownText(refusalTexts.notUnderstood)));
    return parse(request, body, (error, parsed) => {
      if (error) return done(error);
      if (isTooDeep(parsed)) return done(new Refusal(400, say(refusalTexts.tooDeep)));
      const { namesBrokenText = false } = request.routeOptions.config;
      if (!namesBrokenText && holdsBrokenText(parsed)) {
        return done(new Refusal(400, say(refusalTexts.notStorable)));
      }
      return done(null, parsed);
    });
  });
});

function decodedText(bytes: Buffer): string | undefined {
  try {
    return UTF_8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Whether a value is nested too deeply for recursive functions. The parser has no limit. */
function isTooDeep(value: unknown, left = MAX_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return left === 0 || Object.values(value).some((inner) => isTooDeep(inner, left - 1));
}

/** Whether a value contains text that is malformed or unstorable. */
function holdsBrokenText(value: unknown): boolean {
  if (typeof value === 'string') return !value.isWellFormed() || value.includes('\0');
  if (Array.isArray(value)) return value.some(holdsBrokenText);
  if (!isRecord(value)) return false;
  return Object.entries(value).some(([key, inner]) => holdsBrokenText(key) || holdsBrokenText(inner));
}

/** Refuses paths and queries with unstorable text, such as `%00`. */
export const storableAddress = fastifyPlugin(async (app: FastifyInstance) => {
  app.addHook('preValidation', async ({ params, query, routeOptions }) => {
    if (holdsBrokenText(params)) throw new Refusal(404, say(refusalTexts.notFound));
    const { namesBrokenText = false } = routeOptions.config;
    if (!namesBrokenText && holdsBrokenText(query)) throw new Refusal(400, say(refusalTexts.notStorable));
  });
});

/** Reads a stream of JSON Lines. */
export async function* readJsonLines(input: Readable): AsyncGenerator {
  for await (const line of readTextLines(input)) yield JSON.parse(line);
}

/** Reads a stream of terminated lines. Not with `readline`, which also splits at U+2028. */
export async function* readTextLines(input: Readable): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of input.setEncoding('utf8')) {
    const [end = '', ...lines] = String(chunk).split('\n');
    rest += end;
    for (const line of lines) {
      yield rest;
      rest = line;
    }
  }
}
