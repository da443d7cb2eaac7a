/**
 * What the bundler puts in place of parts of RJSF that the pages never use: together about 60 kB of compressed
 * script. For `resolve.alias` of vite.config.ts; without them everything works the same, only slower to load.
 */
export const rjsfAliases = [
  { find: /^markdown-to-jsx\/react$/, replacement: fileHere('./rjsf/lean-markdown.ts') },
  // Merges what is under `allOf`.
  { find: /^\.\/shallowAllOfMerge\.js$/, replacement: fileHere('./rjsf/lean-merge.ts') },
  { find: /^fast-uri$/, replacement: fileHere('./rjsf/lean-uri.ts') },
  // RJSF's Form is the only importer of this path.
  { find: /^\.\.\/getDefaultRegistry\.js$/, replacement: fileHere('./rjsf/lean-registry.ts') },
];

function fileHere(path: string): string {
  return decodeURIComponent(new URL(path, import.meta.url).pathname).replace(/^\/([A-Za-z]:)/, '$1');
}
