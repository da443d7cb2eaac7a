import type { FastifyRequest } from 'fastify';
import { Refusal } from './refusal.ts';
import { say } from '#texts/say.ts';
import * as refusalTexts from '#generated/texts/refusal.ts';

/** Refuses a call that a page of another website made, also where the method counts as safe. */
export async function refuseCrossSite(request: FastifyRequest): Promise<void> {
  if (isCrossSite(request)) throw crossSiteRefusal();
}

/**
 * Refuses a GET that changes something unless a page of ours, or a program, sent it. A browser that does not say which
 * page made a call (Safari before 16.4) sends the type of JSON across websites only after it has asked.
 */
export async function refuseForeignGet(request: FastifyRequest): Promise<void> {
  const { headers } = request;
  const isSilent = headers['sec-fetch-site'] === undefined && headers.origin === undefined;
  const isPlain = isSilent && headers['content-type'] === undefined && Boolean(headers.cookie);
  if (isPlain || isCrossSite(request)) throw crossSiteRefusal();
}

/** The 403 of a call that a page of another website made. */
export function crossSiteRefusal(): Refusal {
  return new Refusal(403, say(refusalTexts.otherWebsite));
}

/** What the browser says of the page that made a call; a program says nothing. */
export function isCrossSite(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}
