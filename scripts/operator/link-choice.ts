import { CommandFault } from '../command/argument-fault.ts';

/** A token is 43 characters of base64url. */
const TOKEN = /^[\w-]{43}$/;

/**
 * Reads which link is meant: its number, or the link itself.
 *
 * @param parameter under which the link has its token
 * @throws CommandFault for anything else
 */
export function readLinkChoice(
  text: string,
  parameter: string,
): { readonly by: 'number' | 'token'; readonly value: string } {
  if (/^[1-9]\d{0,8}$/.test(text)) return { by: 'number', value: text };
  const token = URL.canParse(text) ? new URL(text).searchParams.get(parameter) : text;
  if (token !== null && TOKEN.test(token)) return { by: 'token', value: token };
  throw new CommandFault(`--revoke is "${text}", but it must be the number of a link, or the link.`);
}
