/** Characters that mean something to a file system or a header, or turn the reading direction. */
const FORBIDDEN = /[\p{C}\p{Zl}\p{Zp}"*/:<>?\\|]+/gu;
const LONGEST = 80;
/** Where the cut went through one of two halves. */
const HALF_CHARACTER = /[\uD800-\uDBFF]$/;

/** A name for a file out of words that somebody typed, e.g. `Application Ada.pdf`. */
export function fileNameOf(words: readonly string[], extension: string): string {
  const cleaned = words
    .join(' ')
    .replaceAll(FORBIDDEN, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s.]+/, '');
  const short = cleaned.slice(0, LONGEST).replace(HALF_CHARACTER, '').trim();
  return `${short === '' ? 'file' : short}.${extension}`;
}

/** The header that has a browser save an answer under a name; other letters than ASCII by RFC 8187. */
export function attachmentHeader(fileName: string): string {
  const plain = fileName
    .normalize('NFKD')
    .replaceAll(/[^\x20-\x7e]+/g, '_')
    .replaceAll('%', '_');
  const encoded = encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
