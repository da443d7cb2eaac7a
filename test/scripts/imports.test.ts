import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { findImportFaults } from '#scripts/imports/find-import-faults.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const AREAS = {
  model: {},
  page: { uses: 'model', types: 'server', packages: 'node' },
  server: { at: 'src/server/*', uses: 'model' },
};

/** Files that the table allows. */
const FINE = {
  'src/model/answers.ts': 'export type Answers = string;\nexport const empty = "";\n',
  'src/page/page.ts':
    "import type { Server } from '#server/server.ts';\nimport 'node:path';\nexport { empty } from '#model/answers.ts';\nexport type Page = Server;\n",
  'src/server/server.ts':
    "import { empty } from '../model/answers.ts';\nexport type Server = typeof empty;\n",
};

/** Returns the faults of a project with these additional files. */
function faultsWith(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const root = temporaryFolder();
  const imports = { '#model/*': './src/model/*', '#server/*': './src/server/*' };
  const all = { 'package.json': JSON.stringify({ type: 'module', imports }), ...FINE, ...files };
  for (const [file, text] of Object.entries(all)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  return findImportFaults({ areas: AREAS, sources: ['src'], root });
}

describe('imports', () => {
  test('are accepted if the table allows them', async () => {
    expect(await faultsWith({})).toEqual([]);
  });

  test.each([
    ['an area', 'src/model/x.ts', "import '#server/server.ts';", 'src/server/server.ts'],
    ['a re-export of an area', 'src/model/x.ts', "export * from '../page/page.ts';", 'src/page/page.ts'],
    ['a later import', 'src/model/x.ts', "await import('#server/server.ts');", 'src/server/server.ts'],
    [
      'a type of an area',
      'src/server/x.ts',
      "import type { Page } from '../page/page.ts';",
      'src/page/page.ts',
    ],
    [
      'an inline type import',
      'src/server/x.ts',
      "let x: import('../page/page.ts').Page;",
      'src/page/page.ts',
    ],
    [
      'a value where types are allowed',
      'src/page/x.ts',
      "import type { Server } from '#server/server.ts';\nimport * as server from '#server/server.ts';",
      'src/server/server.ts',
    ],
    ["Node's own modules", 'src/model/x.ts', "import 'node:fs';", 'fs'],
    ['a package', 'src/model/x.ts', "import type { Test } from 'vitest';", 'vitest'],
  ])('of %s are reported if the table omits them', async (_title, file, text, target) => {
    expect(await faultsWith({ [file]: text })).toEqual([`not-in-allowed: ${file} → ${target}`]);
  });

  test.each([
    [
      'values',
      "import { b } from './b.ts';\nexport const a = b;",
      "import { a } from './a.ts';\nexport const b = a;",
    ],
    [
      'types',
      "import type { B } from './b.ts';\nexport type A = B;",
      "import type { A } from './a.ts';\nexport type B = A;",
    ],
  ])('in a cycle of %s are reported', async (_title, a, b) => {
    const faults = await faultsWith({ 'src/model/a.ts': a, 'src/model/b.ts': b });
    expect(faults).toEqual(['cycle: src/model/a.ts → src/model/b.ts → src/model/a.ts']);
  });

  test('from an unknown directory are reported, also from a file without imports', async () => {
    const file = 'src/server/payments/pay.ts';
    expect(await faultsWith({ [file]: "import '../server.ts';" })).toContain(
      `not-in-allowed: ${file} → src/server/server.ts`,
    );
    expect(await faultsWith({ [file]: 'export const price = 1;' })).toEqual([
      `outside of all areas: ${file} → ${file}`,
    ]);
  });
});
