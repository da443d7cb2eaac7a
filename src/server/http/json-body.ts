import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { Refusal } from './refusal.ts';
import { isRecord } from '#form/definition/own-property.ts';
import { say } from '#texts/say.ts';
import { refusalTexts } from '#generated/texts.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True where the call itself refuses text that cannot be stored, with a sentence at what it belongs to. */
    readonly namesBrokenText?: boolean;
  }
}

const MAX_DEPTH = 32;

/** An escape of NUL or of a surrogate. Raw ones are invalid JSON or UTF-8. */
const SUSPECT_ESCAPE = /\\u(?:0000|d[89a-f])/i;

/**
 * Parses JSON bodies and refuses what cannot be stored: NUL, lone surrogates, deep nesting, `__proto__`.
 * An empty body is no body, because the client sends the content type with every call.
 */
export const jsonBody = fastifyPlugin(async (app: FastifyInstance) => {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    if (isTooDeep(body)) return done(new Refusal(400, say(refusalTexts.tooDeep)));
    return parse(request, body, (error, parsed) => {
      if (error) return done(error);
      const { namesBrokenText = false } = request.routeOptions.config;
      if (!namesBrokenText && SUSPECT_ESCAPE.test(body) && holdsBrokenText(parsed)) {
        return done(new Refusal(400, say(refusalTexts.notStorable)));
      }
      return done(null, parsed);
    });
  });
});

/** Counts brackets outside of strings, so that nothing deep reaches a recursive function. */
function isTooDeep(json: string): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    const character = json.charCodeAt(at);
    if (character === QUOTE) at = endOfString(json, at);
    else if (character === OPEN_BRACE || character === OPEN_BRACKET) depth += 1;
    else if (character === CLOSE_BRACE || character === CLOSE_BRACKET) depth -= 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

function endOfString(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at += 1) {
    const character = json.charCodeAt(at);
    if (character === QUOTE) return at;
    if (character === BACKSLASH) at += 1;
  }
  return json.length;
}

/** Whether a value holds text that is no text or cannot be stored. */
function holdsBrokenText(value: unknown): boolean {
  if (typeof value === 'string') return !value.isWellFormed() || value.includes('\0');
  if (Array.isArray(value)) return value.some(holdsBrokenText);
  if (!isRecord(value)) return false;
  return Object.entries(value).some(([key, inner]) => holdsBrokenText(key) || holdsBrokenText(inner));
}

/** Refuses paths and queries with text that cannot be stored, such as `%00`. */
export const storableAddress = fastifyPlugin(async (app: FastifyInstance) => {
  app.addHook('preValidation', async ({ params, query, routeOptions }) => {
    if (holdsBrokenText(params)) throw new Refusal(404, say(refusalTexts.notFound));
    const { namesBrokenText = false } = routeOptions.config;
    if (!namesBrokenText && holdsBrokenText(query)) throw new Refusal(400, say(refusalTexts.notStorable));
  });
});
