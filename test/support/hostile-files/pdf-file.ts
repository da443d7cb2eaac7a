/** A PDF of these objects, numbered from 1, catalog first. Handwritten, so that nothing is corrected. */
export function makePdf(objects: readonly string[], trailer = ''): Buffer {
  const pieces = ['%PDF-1.7\n'];
  const offsets: number[] = [];
  let size = pieces[0]?.length ?? 0;
  for (const [index, object] of objects.entries()) {
    const piece = `${index + 1} 0 obj\n${object}\nendobj\n`;
    offsets.push(size);
    pieces.push(piece);
    size += piece.length;
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  pieces.push(
    `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join('')}`,
    `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${size}\n%%EOF\n`,
  );
  return Buffer.from(pieces.join(''), 'latin1');
}

/** A stream object. */
export function stream(entries: string, content: string): string {
  return `<< ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`;
}

export type PdfParts = {
  /** Additional entries of the catalog and of the only page. */
  readonly catalog?: string;
  readonly page?: string;
  /** Additional page resources besides its font. */
  readonly resources?: string;
  readonly content?: string;
  /** Objects from number 6 on. */
  readonly more?: readonly string[];
};

/** One page of 200 × 300 points with the text "Words" and additional `parts`. */
export function makePage({
  catalog = '',
  page = '',
  resources = '',
  content = '',
  more = [],
}: PdfParts): Buffer {
  return makePdf([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 300] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> ${resources} >> ${page} >>`,
    stream('', `BT /F1 24 Tf 20 250 Td (Words) Tj ET ${content}`),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...more,
  ]);
}
