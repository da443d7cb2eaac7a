import { memberOf } from '../member-of.ts';

/** A service outside did not answer as it should. Its code is all that may be logged. */
class ServiceFault extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`The address service failed (${code}).`);
    this.name = 'ServiceFault';
    this.code = code;
  }
}

const MOST_BYTES = 512 * 1024;
/** It is what was typed that the service does not take, not the service that is broken. */
const ODD_QUERY = new Set([400, 413, 414, 422]);

/**
 * What a service answers to a GET, as JSON; undefined when it refuses what was typed. No redirect is
 * followed, so that a key goes to the configured host alone, and no more than half a megabyte is read.
 *
 * @throws ServiceFault
 */
export async function addressServiceAnswer(
  url: URL,
  { signal, headers = {} }: { readonly signal: AbortSignal; readonly headers?: Record<string, string> },
): Promise<unknown> {
  try {
    const response = await fetch(url, {
      signal,
      redirect: 'error',
      headers: { accept: 'application/json', ...headers },
    });
    if (!response.ok) {
      await response.body?.cancel();
      if (ODD_QUERY.has(response.status)) return undefined;
      throw new ServiceFault(`HTTP ${response.status}`);
    }
    return JSON.parse(await readText(response));
  } catch (error) {
    throw error instanceof ServiceFault ? error : new ServiceFault(codeOf(error));
  }
}

async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new ServiceFault('too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The message of a failed fetch may hold the address with what was typed: only what kind of failure it was. */
function codeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code;
  return cause instanceof Error ? cause.name : 'unknown';
}

/** The list under a name of an answer; empty when there is none. */
export function listMember(answer: unknown, name: string): readonly unknown[] {
  const list = memberOf(answer, name);
  return Array.isArray(list) ? list : [];
}

/** A text under a name, without spaces around it; empty when there is none, or one that no address has. */
export function textMember(value: unknown, name: string): string {
  const text = memberOf(value, name);
  return typeof text === 'string' && text.length <= LONGEST_PART ? text.trim() : '';
}

const LONGEST_PART = 120;
