import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { compileSchemas } from '#compiler/compile-schemas.ts';
import { isError } from '#compiler/source/fault.ts';
import { PROJECT_PATHS } from '#compiler/source/schema-paths.ts';
import { temporaryFolder } from '#test/compiler/tiny-form.ts';

it('the guide adds a partner with a logo, a banner and a text of its own when it is followed', () => {
  const guide = readFileSync('docs/guides/add-a-partner.md', 'utf8').replaceAll('<name>', 'aspen');
  const pieces = [...guide.matchAll(/```json\n([\s\S]*?)```/g)].map(([, piece = '']) => piece);
  const folder = temporaryFolder();
  cpSync(PROJECT_PATHS.schemasFolder, folder, { recursive: true });
  const file = (name: string): string => path.join(folder, 'partners', name);
  const copied: object = JSON.parse(readFileSync(file('default.json'), 'utf8'));
  writeFileSync(file('aspen.json'), JSON.stringify({ ...copied, ...JSON.parse(`{${pieces.join(',')}}`) }));
  cpSync(file('cottonwood.svg'), file('aspen.svg'));

  const { partners, faults } = compileSchemas(folder);

  expect(faults.filter(isError)).toEqual([]);
  expect(partners.get('aspen')?.settings).toMatchObject({
    logo: { src: expect.stringMatching(/^\/assets\/logo-\w+\.svg$/) },
    texts: { 'Welcome back!': 'Good to see you again!' },
  });
});
