/** Characters that mean something to a file system or a header, or turn the reading direction. */
const FORBIDDEN = /[\p{C}\p{Zl}\p{Zp}"*/:<>?\\|]+/gu;
/** Of each part: three bytes for a letter, and file systems take 255 for the whole. */
const LONGEST_PART = 36;
/** Where the cut went through one of two halves. */
const HALF_CHARACTER = /[\uD800-\uDBFF]$/;

/** A name for a file out of what somebody typed, e.g. `Toy College - Baker Ada - 2026-03-01.pdf`. */
export function pdfFileName(parts: readonly string[], extension: string): string {
  const words = parts.map(cleanPart).filter((part) => part !== '');
  return `${words.length === 0 ? 'file' : words.join(' - ')}.${extension}`;
}

function cleanPart(part: string): string {
  const cleaned = part
    .normalize('NFC')
    .replaceAll(FORBIDDEN, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s.]+/, '');
  return cleaned.slice(0, LONGEST_PART).replace(HALF_CHARACTER, '').trim();
}

/** The header that has a browser save an answer under a name; other letters than ASCII by RFC 6266 and 8187. */
export function pdfAttachmentHeader(fileName: string): string {
  const plain = fileName
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/[^\x20-\x7e]+/g, '_')
    .replaceAll('%', '_');
  const encoded = encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
