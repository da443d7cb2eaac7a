/** Type and size of a picture, in pixels or `viewBox` units. */
export type Picture = { readonly type: 'svg' | 'png'; readonly width: number; readonly height: number };

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Detects the picture type by content; undefined if neither SVG nor PNG. */
export function readPicture(bytes: Uint8Array): Picture | undefined {
  return readPng(bytes) ?? readSvg(bytes);
}

/** The first chunk of a PNG, IHDR, begins with width and height (PNG 3, 11.2.1). */
function readPng(bytes: Uint8Array): Picture | undefined {
  if (bytes.length < 24 || !PNG_SIGNATURE.every((byte, index) => bytes[index] === byte)) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { type: 'png', width: view.getUint32(16), height: view.getUint32(20) };
}

/** Width and height are 0 without a `viewBox`. */
function readSvg(bytes: Uint8Array): Picture | undefined {
  const root = /<svg\b[^>]*>/.exec(svgText(bytes))?.[0];
  if (root === undefined) return undefined;
  const viewBox = /\sviewBox\s*=\s*["']([^"']*)["']/.exec(root)?.[1] ?? '';
  const [, , width = 0, height = 0] = viewBox
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  return { type: 'svg', width: width > 0 ? width : 0, height: height > 0 ? height : 0 };
}

/** Decodes an SVG file. */
export function svgText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
