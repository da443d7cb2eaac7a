import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor } from 'rolldown/utils';

/** One import as it is written in a file. */
export type Import = {
  readonly from: string;
  /** A path in the project; of a package its name, `node` for all of Node, COMPUTED for what is known at run time. */
  readonly to: string;
  readonly isPackage: boolean;
  /** `import type`, `export type` and `import('…')` in a type; they are gone when the code runs. */
  readonly isType: boolean;
};

const COMPUTED = 'computed';

/** Every file with code, relative to the project, with `/`; not what is written by npm run generate and ignored. */
export function sourceFiles(): readonly string[] {
  return globSync(['*.{ts,mjs}', '{src,scripts,test}/**/*.{ts,tsx,mjs}'])
    .map((file) => file.split(path.sep).join('/'))
    .toSorted();
}

/** @throws Error when an import leads to a file that is not there. */
export function importsOf(file: string): readonly Import[] {
  const found = readImports(file, readFileSync(file, 'utf8'));
  const lost = found.find(({ to, isPackage }) => !isPackage && !to.includes('*') && !existsSync(to));
  if (lost) throw new Error(`${file} imports ${lost.to}, which is not there.`);
  return found;
}

/**
 * Reads imports, re-exports, `import()`, `import('…')` in types, `import.meta.glob` and `new URL('…', import.meta.url)`,
 * by which a worker is found.
 *
 * @throws Error when the text is not TypeScript.
 */
export function readImports(file: string, text: string): readonly Import[] {
  const { program, errors } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const found: Import[] = [];
  const add = (specifier: string | undefined, isType: boolean): void => {
    const inProject = specifier === undefined ? undefined : pathOf(file, specifier);
    const to = inProject ?? packageOf(specifier ?? COMPUTED);
    found.push({ from: file, to, isPackage: inProject === undefined, isType });
  };
  new Visitor({
    ImportDeclaration: (node) => add(node.source.value, node.importKind === 'type'),
    ExportAllDeclaration: (node) => add(node.source.value, node.exportKind === 'type'),
    ExportNamedDeclaration: (node) => {
      if (node.source) add(node.source.value, node.exportKind === 'type');
    },
    ImportExpression: (node) => add(textOf(node.source), false),
    TSImportType: (node) => add(node.source.value, true),
    NewExpression: ({ callee, arguments: [place, base] }) => {
      const isBeside =
        callee.type === 'Identifier' && callee.name === 'URL' && base?.type === 'MemberExpression';
      const beside = place && isBeside ? textOf(place) : undefined;
      if (beside !== undefined && /\.tsx?$/.test(beside)) add(`./${beside}`, false);
    },
    CallExpression: ({ callee, arguments: [pattern] }) => {
      const isGlob = callee.type === 'MemberExpression' && callee.object.type === 'MetaProperty';
      if (pattern && isGlob) add(textOf(pattern), false);
    },
  }).visit(program);
  return found;
}

function textOf(node: { readonly type: string; readonly value?: unknown }): string | undefined {
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;
}

/** `#form/…` → `src/form/…`, `./…` → a path in the project; nothing for a package. */
function pathOf(file: string, specifier: string): string | undefined {
  const [bare = ''] = specifier.split('?');
  if (bare.startsWith('.')) return path.posix.join(path.posix.dirname(file), bare);
  if (bare.startsWith('/')) return bare.slice(1);
  if (bare.startsWith('#')) return /^#(?:scripts|test)\//.test(bare) ? bare.slice(1) : `src/${bare.slice(1)}`;
  return undefined;
}

/** `node:fs` → `node`, `@mui/material/Button` → `@mui/material`. */
function packageOf(specifier: string): string {
  if (specifier.startsWith('node:')) return 'node';
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
