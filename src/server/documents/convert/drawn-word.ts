/** A cleaned Word document and the PDF that LibreOffice drew of it. */
export type DrawnWord = { readonly docx: Buffer; readonly pdf: Buffer };

const HEAD_SIZE = 4;

/** The bytes that go to the process that holds them against each other: size of the document, document, PDF. */
export function packDrawn({ docx, pdf }: DrawnWord): Buffer {
  const head = Buffer.alloc(HEAD_SIZE);
  head.writeUInt32LE(docx.length);
  return Buffer.concat([head, docx, pdf]);
}

export function unpackDrawn(bytes: Buffer): DrawnWord {
  const pdfStart = HEAD_SIZE + bytes.readUInt32LE(0);
  return { docx: bytes.subarray(HEAD_SIZE, pdfStart), pdf: bytes.subarray(pdfStart) };
}
