import { describe, expect, it } from 'vitest';
import { borderFaults, roomsOf, unusedPermissions } from './architecture/border-faults.ts';
import { CIRCLES } from './architecture/circles.ts';
import { fileCircles } from './architecture/file-circles.ts';
import { importsOf, readImports, sourceFiles } from './architecture/import-graph.ts';

const files = sourceFiles();
const imports = files.flatMap(importsOf);

describe('the rooms of the project', () => {
  it('are where every file with code is, each in one', () => {
    expect(files.filter((file) => roomsOf(file).length !== 1)).toEqual([]);
    expect(files).toContain('src/server/start/app.ts');
  });

  it('import of each other what the table allows', () => {
    expect(borderFaults(imports)).toEqual([]);
  });

  it('need all that the table allows', () => {
    expect(unusedPermissions(imports)).toEqual([]);
  });

  it('have no circle of files but those in the table', () => {
    const known = CIRCLES.map(({ files: circle }) => circle.toSorted());
    expect(fileCircles(imports)).toEqual(known.toSorted((a, b) => (a.join('\n') < b.join('\n') ? -1 : 1)));
  });
});

describe('the table refuses', () => {
  it.each([
    ['documents → accounts', 'src/server/documents/x.ts', "import { x } from '../accounts/x.ts';"],
    ['pdf → documents', 'src/server/pdf/x.ts', "export * from '#server/documents/x.ts';"],
    ['files → documents', 'src/server/files/x.ts', "export { x } from '../documents/x.ts';"],
    ['service → documents', 'src/server/service/x.ts', "await import('../documents/x.ts');"],
    ['http → accounts', 'src/server/http/x.ts', "import type { X } from '../accounts/x.ts';"],
    ['accounts → lookup', 'src/server/accounts/x.ts', "type X = import('../lookup/x.ts').X;"],
    ['theme → data', 'src/client/theme/x.ts', "import '../data/x.ts';"],
    ['components → form', 'src/client/ui/X.tsx', "import type { X } from '#form/x.ts';"],
    ['widgets → data', 'src/client/widgets/x.ts', "import.meta.glob('../data/*.ts');"],
    ['lookup → app.ts', 'src/server/lookup/x.ts', "new Worker(new URL('../start/app.ts', import.meta.url));"],
    ['client → server', 'src/client/api/x.ts', "import type { X } from '#server/http/refusal.ts';"],
    ['client → compiler', 'src/client/questionnaire/x.ts', "import { x } from '#compiler/source/x.ts';"],
    ['server → compiler', 'src/server/start/app.ts', "import { x } from '#compiler/emit/x.ts';"],
    ['compiler → scripts', 'src/compiler/emit/x.ts', "import { x } from '#scripts/x.ts';"],
    ['compile → check', 'src/compiler/compile/x.ts', "import { x } from '../check/x.ts';"],
    ['scripts → test', 'scripts/x.ts', "import { x } from '#test/x.ts';"],
    ['more than types of mail', 'src/server/application/x.ts', "import { x } from '../mail/x.ts';"],
    ['what is in no room', 'src/server/accounts/x.ts', "import x from '../../../schemas/form.json';"],
    ['a package in the model', 'src/form/x.ts', "import { x } from 'kysely';"],
    ['Node in the client', 'src/client/api/x.ts', "import { x } from 'node:fs';"],
    ['RJSF in a screen', 'src/client/screens/x.ts', "import type { X } from '@rjsf/utils';"],
    ['React in the server', 'src/server/pdf/x.ts', "import { x } from 'react-dom/server';"],
    ['a computed import', 'src/server/pdf/x.ts', 'await import(name);'],
  ])('%s', (_title, file, text) => {
    expect(borderFaults(readImports(file, text))).toHaveLength(1);
  });

  it('a file in a new area until the table has the area', () => {
    expect(roomsOf('src/server/payments/x.ts')).toEqual([]);
    expect(borderFaults(readImports('src/server/payments/x.ts', "import '../refusal.ts';"))).toHaveLength(1);
  });

  it('a circle by a type', () => {
    const circle = [
      ...readImports('src/form/a.ts', "import { b } from './b.ts';"),
      ...readImports('src/form/b.ts', "import type { A } from './a.ts';\nimport { c } from './c.ts';"),
    ];
    expect(fileCircles(circle)).toEqual([['src/form/a.ts', 'src/form/b.ts']]);
  });
});

describe('the table allows', () => {
  it.each([
    ['an import within a room', 'src/server/pdf/x.ts', "import { x } from './render/x.ts';"],
    ['types of mail', 'src/server/accounts/x.ts', "import type { X } from '../mail/x.ts';"],
    ['what is named', 'src/client/questionnaire/x.ts', "import { x } from '../widgets/x.ts';"],
  ])('%s', (_title, file, text) => {
    expect(borderFaults(readImports(file, text))).toEqual([]);
  });
});
