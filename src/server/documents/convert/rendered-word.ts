/** A cleaned Word document and the PDF that LibreOffice drew of it. */
export type RenderedWord = { readonly docx: Buffer; readonly pdf: Buffer };

const HEAD_SIZE = 4;

/** The bytes that go to the process that holds them against each other: size of the document, document, PDF. */
export function packRenderedWord({ docx, pdf }: RenderedWord): Buffer {
  const head = Buffer.alloc(HEAD_SIZE);
  head.writeUInt32LE(docx.length);
  return Buffer.concat([head, docx, pdf]);
}

export function unpackRenderedWord(bytes: Buffer): RenderedWord {
  const pdfStart = HEAD_SIZE + bytes.readUInt32LE(0);
  return { docx: bytes.subarray(HEAD_SIZE, pdfStart), pdf: bytes.subarray(pdfStart) };
}
