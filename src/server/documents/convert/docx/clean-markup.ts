import { localName, type XmlAttribute, type XmlToken } from './xml-tokens.ts';

/** Elements that refer to another file, a program or a source of data; they are removed with all they hold. */
const LEFT_OUT = new Set([
  'altChunk',
  'attachedTemplate',
  'attachedSchema',
  'control',
  'dataBinding',
  'mailMerge',
  'OLEObject',
  'saveThroughXslt',
  'subDoc',
]);
/** Attributes that may hold an address, where a reference to a relationship (rId7) or a bookmark (#x) is usual. */
const ADDRESSES = new Set(['althref', 'href', 'link', 'src', 'pict']);
const REFERENCE = /^(?:rId\w*|#[\w.-]*|)$/;

/** The elements that hold the code of a field; its short form has the code in an attribute. */
const CODES = new Set(['instrText', 'delInstrText']);
/**
 * Fields that only a program that lays out pages can fill in, or that draw a control. Each piece of a code must be
 * whole, so that two harmless pieces cannot make INCLUDEPICTURE together. All other fields keep the result that the
 * student's own program stored with the code.
 */
const KEPT_CODE =
  /^\s*(?:PAGE|NUMPAGES|SECTIONPAGES|FORMTEXT|FORMCHECKBOX|FORMDROPDOWN)?(?:\s+\\\*\s+\w+)*\s*$/i;

/** Takes out of the text of a Word document what would fetch or start something. */
export function* cleanMarkup(tokens: readonly XmlToken[]): Generator<XmlToken> {
  let leftOutDepth = 0;
  let code: string | undefined;
  for (const token of tokens) {
    if (token.kind === 'text') {
      if (leftOutDepth > 0) continue;
      if (code === undefined) yield token;
      else code += token.text;
      continue;
    }
    const local = localName(token.name);
    if (leftOutDepth > 0 || LEFT_OUT.has(local)) {
      leftOutDepth += { open: 1, close: -1, empty: 0 }[token.shape];
      continue;
    }
    if (CODES.has(local) && token.shape === 'open') code = '';
    if (CODES.has(local) && token.shape === 'close') {
      if (code !== undefined && KEPT_CODE.test(code)) yield { kind: 'text', text: code };
      code = undefined;
    }
    yield { ...token, attributes: token.attributes.map((attribute) => cleanAttribute(local, attribute)) };
  }
}

function cleanAttribute(element: string, attribute: XmlAttribute): XmlAttribute {
  const local = localName(attribute.name);
  const isSafe =
    (!ADDRESSES.has(local) || REFERENCE.test(attribute.value)) &&
    !(element === 'fldSimple' && local === 'instr' && !KEPT_CODE.test(attribute.value));
  return isSafe ? attribute : { ...attribute, value: '' };
}
