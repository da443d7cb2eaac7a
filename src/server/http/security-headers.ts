import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { Refusal } from './refusal.ts';
import { ownText, say, refusalTexts } from '#texts/say.ts';

export type SecuritySettings = {
  /** The only origin accepted on unsafe calls, e.g. `https://apply.example.edu`. */
  readonly publicOrigin: () => string;
};

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
const API_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";
const PERMISSIONS = [
  'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'publickey-credentials-create=(self), publickey-credentials-get=(self)',
].join(', ');
const HTTPS_ONLY = 'max-age=63072000; includeSubDomains; preload';

/** Sets the headers of every response and refuses cross-origin calls (OWASP ASVS 3.4, 3.5). */
export const securityHeaders = fastifyPlugin(async (app: FastifyInstance, settings: SecuritySettings) => {
  app.addHook('onRequest', async (request, reply) => {
    const origin = settings.publicOrigin();
    reply.headers(callHeaders(origin));
    if (!hasValidHost(request)) throw new Refusal(400, ownText(refusalTexts.notUnderstood));
    if (!SAFE_METHODS.has(request.method) && isForeign(request, origin)) throw crossSiteRefusal();
  });
});

/** Whether a request names one host (RFC 9112, 3.2); HTTP/1.0 can do without, HTTP/0.9 is refused. */
function hasValidHost({ raw: { httpVersion, rawHeaders } }: FastifyRequest): boolean {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;
  return httpVersion === '1.0' ? hosts <= 1 : httpVersion === '1.1' && hosts === 1;
}

/** Headers of a response that is not an HTML page. */
export function callHeaders(publicOrigin: string): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': API_POLICY,
    'cache-control': 'no-store',
    ...(publicOrigin.startsWith('https:') ? { 'strict-transport-security': HTTPS_ONLY } : {}),
  };
}

/**
 * Sets the headers of an HTML page. Inline styles need the nonce; inline scripts are never allowed.
 * @param uploadOrigin origin for uploads, if it is another server
 */
export function documentHeaders(reply: FastifyReply, nonce: string, uploadOrigin?: string): FastifyReply {
  const calls = ["'self'", uploadOrigin].filter(Boolean).join(' ');
  return reply
    .header('cross-origin-opener-policy', 'same-origin')
    .header('permissions-policy', PERMISSIONS)
    .header(
      'content-security-policy',
      [
        "default-src 'none'",
        "script-src 'self'",
        `style-src 'self' 'nonce-${nonce}'`,
        "img-src 'self' blob:",
        "font-src 'self'",
        `connect-src ${calls}`,
        "form-action 'self'",
        "base-uri 'none'",
        "object-src 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
      ].join('; '),
    );
}

/** Browsers send Origin with unsafe calls. A cookie without Origin and Sec-Fetch-Site is not from our page. */
function isForeign(request: FastifyRequest, origin: string): boolean {
  const { headers } = request;
  if (headers.origin !== undefined) return headers.origin !== origin;
  return isCrossSite(request) || (headers['sec-fetch-site'] === undefined && Boolean(headers.cookie));
}

/** Refuses calls from other websites, even for safe methods. */
export async function refuseCrossSite(request: FastifyRequest): Promise<void> {
  if (isCrossSite(request)) throw crossSiteRefusal();
}

/**
 * Refuses a foreign GET with side effects. Allows our page and programs. Safari before 16.4 sends no Sec-Fetch-Site,
 * but sends the JSON content type cross-site only after a preflight.
 */
export function refuseForeignGet(publicOrigin: () => string) {
  return async (request: FastifyRequest): Promise<void> => {
    const { headers } = request;
    const isSilent = headers['sec-fetch-site'] === undefined && headers.origin === undefined;
    const isOwn = isSilent && headers['content-type'] !== undefined;
    if (!isOwn && isForeign(request, publicOrigin())) throw crossSiteRefusal();
  };
}

function crossSiteRefusal(): Refusal {
  return new Refusal(403, say(refusalTexts.otherWebsite));
}

/** Whether the browser reports a cross-site call. Programs report nothing. */
function isCrossSite(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}
