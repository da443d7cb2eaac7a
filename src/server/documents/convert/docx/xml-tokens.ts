import { FileError } from '../conversion.ts';
import { say, conversionTexts } from '#texts/say.ts';

export type XmlAttribute = { readonly name: string; readonly value: string };

/** A tag, or the text between two. `value`s and texts are raw, with their character references. */
export type XmlToken =
  | {
      readonly kind: 'tag';
      readonly shape: 'open' | 'close' | 'empty';
      readonly name: string;
      readonly attributes: readonly XmlAttribute[];
    }
  | { readonly kind: 'text'; readonly text: string };

/** Deeper than any word processor nests, and safe for recursive readers. */
const DEEPEST = 256;

const NAME = String.raw`[A-Za-z_][\w.\-]*(?::[A-Za-z_][\w.\-]*)?`;
const ATTRIBUTE = String.raw`\s+(${NAME})\s*=\s*(?:"([^"<]*)"|'([^'<]*)')`;
const TOKEN = new RegExp(
  [
    '(?<text>[^<]+)',
    String.raw`<(?<open>${NAME})(?<attributes>(?:${ATTRIBUTE})*)\s*(?<slash>/?)>`,
    String.raw`</(?<close>${NAME})\s*>`,
    String.raw`<!\[CDATA\[(?<literal>[\s\S]*?)\]\]>`,
    // Declarations, processing instructions and comments are dropped.
    String.raw`<\?[\s\S]*?\?>|<!--[\s\S]*?-->`,
  ].join('|'),
  'y',
);

/**
 * Tokenizes XML into tags and texts, without custom entities.
 * @throws FileError if it is malformed or has a document type
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
    const isClose = token.kind === 'tag' && token.shape === 'close';
    if (open.length > DEEPEST || (isClose && open.pop() !== token.name)) throw unreadable();
  }
  if (open.length > 0) throw unreadable();
  return tokens;
}

/** Writes tokens as XML, with its own declaration. */
export function writeXml(tokens: Iterable<XmlToken>): Buffer {
  const pieces = ['<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'];
  for (const token of tokens) pieces.push(token.kind === 'text' ? token.text : writeTag(token));
  return Buffer.from(pieces.join(''));
}

/** Returns a name without its prefix, which is arbitrary. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function decodeXmlBytes(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const encoding = /^<\?xml[^>]*encoding\s*=\s*["']([^"']*)/.exec(text)?.[1] ?? 'utf-8';
    if (/^(?:utf-8|us-ascii)$/i.test(encoding) && !text.includes('\0')) return text;
  } catch {
    // Refused below, with a message for the student.
  }
  throw unreadable();
}

type Next = { readonly token?: XmlToken; readonly end: number };

function nextToken(source: string, at: number): Next {
  TOKEN.lastIndex = at;
  const match = TOKEN.exec(source);
  if (match === null) throw unreadable();
  const { text, open, attributes = '', slash, close, literal } = match.groups ?? {};
  const end = at + match[0].length;
  if (text !== undefined) return { token: { kind: 'text', text }, end };
  if (literal !== undefined) return { token: { kind: 'text', text: escapeXmlText(literal) }, end };
  if (close !== undefined)
    return { token: { kind: 'tag', shape: 'close', name: close, attributes: [] }, end };
  if (open === undefined) return { end };
  const shape = slash === '/' ? 'empty' : 'open';
  return { token: { kind: 'tag', shape, name: open, attributes: readAttributes(attributes) }, end };
}

function readAttributes(text: string): readonly XmlAttribute[] {
  return Array.from(text.matchAll(new RegExp(ATTRIBUTE, 'g')), ([, name = '', double, single = '']) => ({
    name,
    value: double ?? single,
  }));
}

function unreadable(): FileError {
  return new FileError(say(conversionTexts.unreadableWord));
}

function writeTag({ shape, name, attributes }: Extract<XmlToken, { kind: 'tag' }>): string {
  if (shape === 'close') return `</${name}>`;
  const written = attributes.map(
    (attribute) => ` ${attribute.name}="${attribute.value.replaceAll('"', '&quot;')}"`,
  );
  return `<${name}${written.join('')}${shape === 'empty' ? '/' : ''}>`;
}

function escapeXmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
