import type { LinkPart, RichText } from '#form/definition/rich-text.ts';
import { FORMAT_PATTERNS } from '#form/validation/formats.ts';

/** `[words](address)`, both nonempty. */
const LINK = /\[([^[\]]+)\]\(([^()\s]+)\)/g;

/** Signs of an incomplete link: `](`, also with blanks between, or an address in () before words in []. */
const UNFINISHED = /\]\s*\(|\(\s*(?:https?:|mailto:|www\.)[^)]*\)\s*\[/;

const WEB = new RegExp(`^(?=https:)${FORMAT_PATTERNS.uri}`, 'u');
const EMAIL = new RegExp(FORMAT_PATTERNS.email, 'u');

/** Splits a text at its links, so that rendering needs no parser. */
export function readRichText(text: string): RichText {
  const parts: (string | LinkPart)[] = [];
  let end = 0;
  for (const { 0: whole, 1: words = '', 2: href = '', index } of text.matchAll(LINK)) {
    parts.push(text.slice(end, index), { text: words, href });
    end = index + whole.length;
  }
  return parts.length === 0 ? text : [...parts, text.slice(end)].filter((part) => part !== '');
}

/** Returns the links in a text: words and address. */
export function linksIn(text: string): readonly LinkPart[] {
  return [...text.matchAll(LINK)].map(([, words = '', href = '']) => ({ text: words, href }));
}

/** Returns the text around an incomplete link; undefined if there is none. */
export function unfinishedLink(text: string): string | undefined {
  const rest = text.replaceAll(LINK, (whole) => ' '.repeat(whole.length));
  const found = UNFINISHED.exec(rest);
  return found ? text.slice(Math.max(0, found.index - 20), found.index + 30).trim() : undefined;
}

/** Whether a link can have the address: https or email, never a script. */
export function isLinkAddress(href: string): boolean {
  return href.startsWith('mailto:') ? EMAIL.test(href.slice('mailto:'.length)) : WEB.test(href);
}
