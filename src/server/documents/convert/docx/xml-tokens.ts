import { FileError } from '../conversion.ts';
import { say } from '#texts/say.ts';
import { conversionTexts } from '#generated/texts.ts';

export type XmlAttribute = { readonly name: string; readonly value: string };

/** A tag, or the text between two. `value`s and texts are as written, with their character references. */
export type XmlToken =
  | {
      readonly kind: 'tag';
      readonly shape: 'open' | 'close' | 'empty';
      readonly name: string;
      readonly attributes: readonly XmlAttribute[];
    }
  | { readonly kind: 'text'; readonly text: string };

/** Deeper than any word processor nests, and no danger to a reader that calls itself for each level. */
const DEEPEST = 256;

const NAME = String.raw`[A-Za-z_][\w.\-]*(?::[A-Za-z_][\w.\-]*)?`;
const ATTRIBUTE = String.raw`\s+(${NAME})\s*=\s*(?:"([^"<]*)"|'([^'<]*)')`;
const PATTERNS = {
  text: /[^<]+/y,
  // An XML declaration or a program's own mark, and a comment: both are left out.
  leftOut: /<\?[\s\S]*?\?>|<!--[\s\S]*?-->/y,
  literal: /<!\[CDATA\[([\s\S]*?)\]\]>/y,
  close: new RegExp(String.raw`</(${NAME})\s*>`, 'y'),
  open: new RegExp(String.raw`<(${NAME})((?:${ATTRIBUTE})*)\s*(/?)>`, 'y'),
};

/**
 * Cuts an XML part into tags and texts. Knows no document types and no entities of their own: nothing can be fetched
 * or multiplied through them.
 *
 * @throws FileError when it is not UTF-8, not well-formed, nested too deep, or has a document type
 */
export function readXml(bytes: Uint8Array): readonly XmlToken[] {
  const text = decodeXmlBytes(bytes);
  const tokens: XmlToken[] = [];
  const open: string[] = [];
  for (let at = 0; at < text.length;) {
    const { token, end } = nextToken(text, at);
    at = end;
    if (token === undefined) continue;
    tokens.push(token);
    if (token.kind === 'tag' && token.shape === 'open') open.push(token.name);
    if (open.length > DEEPEST) throw new FileError(say(conversionTexts.unreadableWord));
    if (token.kind === 'tag' && token.shape === 'close' && open.pop() !== token.name)
      throw new FileError(say(conversionTexts.unreadableWord));
  }
  if (open.length > 0) throw new FileError(say(conversionTexts.unreadableWord));
  return tokens;
}

/** The XML of these tokens, with a declaration of its own. */
export function writeXml(tokens: Iterable<XmlToken>): Buffer {
  const pieces = ['<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'];
  for (const token of tokens) pieces.push(token.kind === 'text' ? token.text : writeTag(token));
  return Buffer.from(pieces.join(''));
}

/** Writers choose their prefixes; what counts is the name behind it. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function decodeXmlBytes(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const encoding = /^<\?xml[^>]*encoding\s*=\s*["']([^"']*)/.exec(text)?.[1] ?? 'utf-8';
    if (/^(?:utf-8|us-ascii)$/i.test(encoding) && !text.includes('\0')) return text;
  } catch {
    // Refused below, in words for the student.
  }
  throw new FileError(say(conversionTexts.unreadableWord));
}

type Next = { readonly token?: XmlToken; readonly end: number };

function nextToken(text: string, at: number): Next {
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };
  const plain = match(PATTERNS.text);
  if (plain) return { token: { kind: 'text', text: plain[0] }, end: at + plain[0].length };
  const opening = match(PATTERNS.open);
  if (opening) return { token: readTag(opening), end: at + opening[0].length };
  const closing = match(PATTERNS.close);
  if (closing)
    return {
      token: { kind: 'tag', shape: 'close', name: closing[1] ?? '', attributes: [] },
      end: at + closing[0].length,
    };
  const literal = match(PATTERNS.literal);
  if (literal)
    return { token: { kind: 'text', text: escapeXmlText(literal[1] ?? '') }, end: at + literal[0].length };
  const leftOut = match(PATTERNS.leftOut);
  if (leftOut) return { end: at + leftOut[0].length };
  throw new FileError(say(conversionTexts.unreadableWord));
}

function readTag([, name = '', attributes = '', , , , slash = '']: RegExpExecArray): XmlToken {
  const found = Array.from(attributes.matchAll(new RegExp(ATTRIBUTE, 'g')), (match) => ({
    name: match[1] ?? '',
    value: match[2] ?? match[3] ?? '',
  }));
  return { kind: 'tag', shape: slash === '' ? 'open' : 'empty', name, attributes: found };
}

type XmlTag = Extract<XmlToken, { kind: 'tag' }>;

function writeTag({ shape, name, attributes }: XmlTag): string {
  if (shape === 'close') return `</${name}>`;
  const written = attributes.map(
    (attribute) => ` ${attribute.name}="${attribute.value.replaceAll('"', '&quot;')}"`,
  );
  return `<${name}${written.join('')}${shape === 'empty' ? '/' : ''}>`;
}

function escapeXmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
