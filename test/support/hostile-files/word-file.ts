import { makeZip, type ZipEntry } from './zip-file.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

export const MACRO_MAIN = 'application/vnd.ms-word.document.macroEnabled.main+xml';

export type Relation = {
  readonly id: string;
  readonly type: string;
  readonly target: string;
  readonly outside?: boolean;
};

export type WordParts = {
  /** Paragraphs of the document, as XML. */
  readonly body: string;
  /** Text between the XML declaration and the root element. */
  readonly documentType?: string;
  readonly relations?: readonly Relation[];
  readonly settings?: string;
  readonly mainType?: string;
  readonly more?: readonly ZipEntry[];
};

/** A paragraph with this text. */
export function paragraph(text: string): string {
  return `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
}

function run(content: string): string {
  return `<w:r>${content}</w:r>`;
}

/** A field with its code in pieces and its cached result. */
export function field(pieces: readonly string[], result: string): string {
  const mark = (type: string): string => run(`<w:fldChar w:fldCharType="${type}"/>`);
  const code = pieces.map((piece) => run(`<w:instrText xml:space="preserve">${piece}</w:instrText>`));
  return `<w:p>${mark('begin')}${code.join('')}${mark('separate')}${run(`<w:t>${result}</w:t>`)}${mark('end')}</w:p>`;
}

export function relationsXml(relations: readonly Relation[]): string {
  const written = relations.map(
    ({ id, type, target, outside }) =>
      `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"${outside ? ' TargetMode="External"' : ''}/>`,
  );
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${written.join('')}</Relationships>`;
}

/** The parts of a Word document, for modification. */
export function wordEntries(parts: WordParts): readonly ZipEntry[] {
  const settings: Relation = { id: 'rIdSettings', type: 'settings', target: 'settings.xml' };
  const space = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${OFFICE}"`;
  return [
    {
      name: '[Content_Types].xml',
      data: `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/word/document.xml" ContentType="${parts.mainType ?? MAIN}"/><Override PartName="/word/settings.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.settings+xml"/></Types>`,
    },
    {
      name: '_rels/.rels',
      data: relationsXml([{ id: 'rId1', type: 'officeDocument', target: 'word/document.xml' }]),
    },
    {
      name: 'word/document.xml',
      data: `${HEAD}${parts.documentType ?? ''}<w:document ${space} xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><w:body>${parts.body}</w:body></w:document>`,
    },
    {
      name: 'word/_rels/document.xml.rels',
      data: relationsXml([...(parts.relations ?? []), settings]),
    },
    {
      name: 'word/settings.xml',
      data: `${HEAD}<w:settings ${space}>${parts.settings ?? ''}</w:settings>`,
    },
    ...(parts.more ?? []),
  ];
}

export function makeWordFile(parts: WordParts): Buffer {
  return makeZip(wordEntries(parts));
}

/** A picture by relationship ID: embedded, or linked to another file. */
export function picture(id: string, how: 'embed' | 'link'): string {
  return `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="914400" cy="914400"/><wp:docPr id="1" name="p"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="p"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:${how}="${id}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="914400" cy="914400"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
}
