import { localName, type XmlAttribute, type XmlToken } from './xml-tokens.ts';

/** What a part may refer to, by the last word of the type (ECMA-376 part 1, 15.2): what is drawn and lies in the file. */
const DRAWN = new Set([
  'chart',
  'diagramColors',
  'diagramData',
  'diagramDrawing',
  'diagramLayout',
  'diagramQuickStyle',
  'endnotes',
  'fontTable',
  'footer',
  'footnotes',
  'header',
  'image',
  'numbering',
  'officeDocument',
  'settings',
  'styles',
  'theme',
]);
const INSIDE = /^\/?(?:\.\.\/)?[\w][\w./-]*$/;
const WEB = /^(?:https?:\/\/|mailto:)/i;

/**
 * Keeps the relations to drawn parts of the same file and the links to web pages, which nobody follows when the
 * document is converted. Templates, objects, chunks, frames and everything outside is left out.
 */
export function* cleanRelations(tokens: readonly XmlToken[]): Generator<XmlToken> {
  for (const token of tokens) {
    if (token.kind === 'text') continue;
    const isRelation = localName(token.name) === 'Relationship';
    if (!isRelation) yield token;
    // A relation has no content: it is always written without an end tag.
    else if (token.shape !== 'close' && isKept(token.attributes)) yield { ...token, shape: 'empty' };
  }
}

function isKept(attributes: readonly XmlAttribute[]): boolean {
  const valueOf = (name: string): string =>
    attributes.find((attribute) => attribute.name === name)?.value ?? '';
  const type = valueOf('Type').split('/').at(-1) ?? '';
  const target = valueOf('Target');
  const mode = valueOf('TargetMode');
  if (mode === 'External') return type === 'hyperlink' && WEB.test(target);
  const isInside = INSIDE.test(target) && !target.includes('//');
  return (mode === '' || mode === 'Internal') && DRAWN.has(type) && isInside;
}
