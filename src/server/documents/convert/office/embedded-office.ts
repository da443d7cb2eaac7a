import { createRequire } from 'node:module';
import { LibreOfficeConverter } from '@matbee/libreoffice-converter/server';
import { FileFault } from '../conversion.ts';
import { fontsFor } from './fonts.ts';

const NOT_OPENED =
  'This Word document cannot be opened. Open it in Word, save it again as .docx or as a PDF, and choose that.';

/**
 * The PDF of a Word document by the LibreOffice that comes from npm. Its files are all in memory: it sees no disk.
 * Its threads live on, so the process has to be ended.
 *
 * @throws FileFault when LibreOffice cannot open the document
 * @throws Error when it does not start
 */
export async function officeToPdf(docx: Buffer): Promise<Buffer> {
  const converter = new LibreOfficeConverter({
    wasmLoader: createRequire(import.meta.url)('@matbee/libreoffice-converter/wasm/loader'),
    // The parts lie in the file unpacked, so letters can be looked for in it as it is.
    fonts: [...(await fontsFor(docx.toString('utf8')))],
  });
  await converter.initialize();
  const { data } = await converter
    .convert(docx, { inputFormat: 'docx', outputFormat: 'pdf' }, 'document.docx')
    .catch(() => {
      throw new FileFault(NOT_OPENED);
    });
  return Buffer.from(data);
}
