import { convertPdf } from './convert-pdf.ts';
import { readDocxBody } from './docx/read-body.ts';
import { unpackRenderedWord } from './rendered-word.ts';
import type { StepResult } from './step-result.ts';
import { checkComplete } from './check-complete.ts';

/**
 * Cleans the PDF that LibreOffice drew of a Word document, and looks whether the document is in it.
 *
 * @param file both, as `packRenderedWord` puts them together
 * @throws FileFault as `convertPdf` does, and when a part of the document is missing
 */
export async function convertRenderedWord(file: Buffer, title: string): Promise<StepResult> {
  const { docx, pdf } = unpackRenderedWord(file);
  const body = await readDocxBody(docx);
  return await convertPdf(pdf, title, (drawn) => checkComplete(drawn, body));
}
