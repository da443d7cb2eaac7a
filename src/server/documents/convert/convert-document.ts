import { CONVERSION_LIMITS, FileFault, type Conversion, type ConversionLimits } from './conversion.ts';
import { readFileKind } from './file-kind.ts';
import { failed, runStep } from './run-step.ts';

/**
 * Makes a PDF of what a student sent. Decides by content what it is; converts in processes of their own that are
 * fenced in and killed when they take too much; never throws for what is in a file.
 *
 * @param fileName as the student named it: its ending must fit the content, and it becomes the title of the PDF
 */
export async function convertDocument(
  bytes: Uint8Array,
  fileName: string,
  limits: Partial<ConversionLimits> = {},
): Promise<Conversion> {
  const all = { ...CONVERSION_LIMITS, ...limits };
  try {
    const kind = readFileKind(bytes, fileName);
    const step = kind === 'pdf' ? 'pdf' : 'image';
    const title = fileName.replaceAll(/\p{Cc}/gu, ' ');
    const result = await runStep({
      step,
      file: bytes,
      title,
      limits: all,
      endsAt: Date.now() + all.wallMs,
    });
    if (result.kind !== 'done') return result;
    const { document: pdf, pages, thumbnail } = result;
    return { kind: 'converted', pdf, pages, thumbnail };
  } catch (error) {
    if (error instanceof FileFault) return { kind: 'refused', message: error.message };
    return failed('The document could not be converted.');
  }
}
