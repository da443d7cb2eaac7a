import type { LinkPart, RichText } from '#form/definition/rich-text.ts';
import { FORMAT_PATTERNS } from '#form/validation/formats.ts';

/** `[words](address)`, neither of them empty. */
const LINK = /\[([^[\]]+)\]\(([^()\s]+)\)/g;

/** What looks as if a link was meant: `](`, also with blanks between, or an address in () before words in []. */
const UNFINISHED = /\]\s*\(|\(\s*(?:https?:|mailto:|www\.)[^)]*\)\s*\[/;

const WEB = new RegExp(`^(?=https:)${FORMAT_PATTERNS.uri}`, 'u');
const EMAIL = new RegExp(FORMAT_PATTERNS.email, 'u');

/** Splits a text at its links, so that nothing is parsed where it is rendered. */
export function readRichText(text: string): RichText {
  const parts: (string | LinkPart)[] = [];
  let end = 0;
  for (const { 0: whole, 1: words = '', 2: href = '', index } of text.matchAll(LINK)) {
    parts.push(text.slice(end, index), { text: words, href });
    end = index + whole.length;
  }
  return parts.length === 0 ? text : [...parts, text.slice(end)].filter((part) => part !== '');
}

/** The links of a text as it is written: words and address. */
export function linksIn(text: string): readonly LinkPart[] {
  return [...text.matchAll(LINK)].map(([, words = '', href = '']) => ({ text: words, href }));
}

/** The text around a link that was begun but is incomplete; nothing when all links are complete. */
export function unfinishedLink(text: string): string | undefined {
  const rest = text.replaceAll(LINK, (whole) => ' '.repeat(whole.length));
  const found = UNFINISHED.exec(rest);
  return found ? text.slice(Math.max(0, found.index - 20), found.index + 30).trim() : undefined;
}

/** True for what a link can lead to: an https page or an email address, never a script. */
export function isLinkAddress(href: string): boolean {
  return href.startsWith('mailto:') ? EMAIL.test(href.slice('mailto:'.length)) : WEB.test(href);
}
