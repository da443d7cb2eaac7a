import { field, paragraph, picture, type Relation, type WordParts } from './word-file.ts';

/** A Word document with every kind of external reference, aimed at `address`; the visible words are kept. */
export function wordThatRefers(address: string): WordParts {
  const relations: readonly Relation[] = [
    { id: 'rIdPicture', type: 'image', target: `${address}/picture.png`, outside: true },
    { id: 'rIdFile', type: 'image', target: 'file:///etc/passwd', outside: true },
    { id: 'rIdShare', type: 'image', target: String.raw`\\server\share\p.png`, outside: true },
    { id: 'rIdUp', type: 'image', target: '../../../../etc/passwd' },
    { id: 'rIdTemplate', type: 'attachedTemplate', target: `${address}/template.dotm`, outside: true },
    { id: 'rIdObject', type: 'oleObject', target: `${address}/object.bin`, outside: true },
    { id: 'rIdChunk', type: 'aFChunk', target: `${address}/chunk.html`, outside: true },
    { id: 'rIdPart', type: 'subDocument', target: `${address}/part.docx`, outside: true },
    { id: 'rIdLocal', type: 'hyperlink', target: 'file:///etc/passwd', outside: true },
    { id: 'rIdWeb', type: 'hyperlink', target: 'https://example.org/portfolio', outside: true },
  ];
  const body = [
    paragraph('Before'),
    picture('rIdPicture', 'link'),
    picture('rIdFile', 'embed'),
    picture('rIdWeb', 'link'),
    picture('rIdUp', 'embed'),
    '<w:altChunk r:id="rIdChunk"/>',
    '<w:subDoc r:id="rIdPart"/>',
    `<w:p><w:r><w:object><v:shape><v:imagedata src="${address}/vml.png" o:href="${address}/href.png"/></v:shape><o:OLEObject Type="Link" ProgID="Word.Document" r:id="rIdObject"/></w:object></w:r></w:p>`,
    field([` INCLUDEPICTURE "${address}/field.png" \\d `], 'Result of a picture'),
    field([' INCLUDE', `TEXT "${address}/field.docx" `], 'Result of a text'),
    field([' &#68;DEAUTO soffice "x" "y" '], 'Result of an exchange'),
    field([' PAGE '], '77'),
    `<w:p><w:fldSimple w:instr=" INCLUDETEXT file:///etc/passwd "><w:r><w:t>Result in short</w:t></w:r></w:fldSimple></w:p>`,
    '<w:p><w:hyperlink r:id="rIdLocal"><w:r><w:t>A file</w:t></w:r></w:hyperlink></w:p>',
    '<w:p><w:hyperlink r:id="rIdWeb"><w:r><w:t>My portfolio</w:t></w:r></w:hyperlink></w:p>',
    paragraph('After'),
  ].join('');
  const settings =
    '<w:attachedTemplate r:id="rIdTemplate"/><w:mailMerge><w:dataSource r:id="rIdObject"/></w:mailMerge>';
  return { body, relations, settings };
}
