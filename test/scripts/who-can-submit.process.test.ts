import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { compileSchemas } from '#compiler/compile-schemas.ts';
import { olderSchemas } from '#scripts/changes/older-schemas.ts';
import { whoCanSubmit } from '#scripts/check/who-can-submit.ts';
import { TINY_FORM } from '#test/compiler/tiny-form.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

let project: string;
beforeEach(() => {
  project = temporaryFolder();
  cpSync(TINY_FORM, path.join(project, 'schemas'), { recursive: true });
  write('personas/ada.json', persona('a lady with pets', { name: 'Ada', has_pets: 'Y', home: 'flat' }));
  write('personas/tom.json', persona('Tom', { home: 'house', has_pets: 'N' }));
  git('init', '--quiet');
  git('add', '.');
  git('config', 'user.name', 'Ada');
  git('config', 'user.email', 'ada@example.org');
  git('config', 'commit.gpgSign', 'false');
  git('commit', '--quiet', '--message', 'First');
});

/** Ignores the repository of a hook that runs these tests. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));

function git(...words: readonly string[]): void {
  execFileSync('git', words, { cwd: project, env });
}

function persona(title: string, answers: object) {
  return { $schema: '../meta/persona.meta.json', title, answers };
}

function write(name: string, content: object): void {
  const file = path.join(project, 'schemas', name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(content, undefined, 2));
}

function read(name: string) {
  return JSON.parse(readFileSync(path.join(project, 'schemas', name), 'utf8'));
}

function sentences(): readonly string[] {
  const older = olderSchemas('HEAD', path.join(project, 'schemas'));
  const before = older.kind === 'older' ? older.partners : undefined;
  return whoCanSubmit(compileSchemas(path.join(project, 'schemas')).partners, before);
}

test('all personas can still submit', async () => {
  expect(sentences()).toEqual(['A lady with pets can still submit.', 'Tom can still submit.']);
});

test('a change reports newly visible and removed questions per persona', async () => {
  const schema = read('pages/pets.schema.json');
  const pony = { pony: { title: 'Pony' }, stable: { title: 'Stable' } };
  write('pages/pets.schema.json', { ...schema, properties: { ...schema.properties, ...pony } });
  const ui = read('pages/pets.ui.json');
  const owns = { valueKey: 'has_pets', operator: 'equals', target: 'Y' };
  const shown = ['pony', { question: 'stable', showWhen: owns }];
  write('pages/pets.ui.json', { ...ui, 'ui:layout': [...shown, ...ui['ui:layout']] });
  const you = read('pages/you.ui.json');
  const flat = { valueKey: 'home', operator: 'equals', target: 'flat' };
  const layout = you['ui:layout'].map((node: unknown) =>
    node === 'born' ? { question: 'born', hideWhen: flat } : node,
  );
  write('pages/you.ui.json', { ...you, 'ui:layout': layout });
  expect(sentences()).toEqual([
    'A lady with pets can still submit, and is newly asked 2 questions: “Pony”, “Stable”, and is no longer asked 1 question: “Born”.',
    'Tom can still submit, and is newly asked 1 question: “Pony”.',
  ]);
});

test('a renamed question is not new', async () => {
  const schema = read('pages/pets.schema.json');
  const { has_pets: before, ...others } = schema.properties;
  const after = { ...before, options: 'yes-or-no', formerly: { has_pets: { Y: 'yes', N: 'no' } } };
  const options = ['yes', 'no'].map((value) => ({ value, label: value }));
  write('options/yes-or-no.json', { $schema: '../meta/options.meta.json', options });
  write('pages/pets.schema.json', {
    ...schema,
    properties: { pets: after, ...others },
    required: ['pets'],
  });
  const ui = JSON.stringify(read('pages/pets.ui.json'));
  write(
    'pages/pets.ui.json',
    JSON.parse(
      ui.replaceAll('"has_pets"', '"pets"').replaceAll('"Y"', '"yes"').replace('"id":"pets"', '"id":"all"'),
    ),
  );
  write('personas/ada.json', persona('a lady with pets', { name: 'Ada', pets: 'yes', home: 'flat' }));
  write('personas/tom.json', persona('Tom', { home: 'house', pets: 'no' }));
  expect(sentences()).toEqual(['A lady with pets can still submit.', 'Tom can still submit.']);
});

test('new and removed files are handled', async () => {
  write('personas/eve.json', persona('Eve', {}));
  rmSync(path.join(project, 'schemas/personas/tom.json'));
  expect(sentences()).toEqual(['A lady with pets can still submit.', 'Eve can still submit.']);
});

test('without a previous version, a sentence explains why nothing is compared', async () => {
  expect(olderSchemas('HEAD', path.join(project, 'schemas')).kind).toBe('same');
  write('personas/eve.json', persona('Eve', {}));
  const older = olderSchemas('HEAD', path.join(project, 'schemas'));
  expect(older.kind === 'older' && older.partners.size).toBe(2);
  expect(olderSchemas('nowhere', path.join(project, 'schemas'))).toMatchObject({
    sentence: 'There is no commit "nowhere" here.',
  });
  expect(olderSchemas('--help', path.join(project, 'schemas'))).toMatchObject({
    sentence: 'There is no commit "--help" here.',
  });
  rmSync(path.join(project, '.git'), { recursive: true });
  expect(olderSchemas('HEAD', path.join(project, 'schemas'))).toMatchObject({
    sentence: 'This folder is not a git repository, so there is nothing to compare with.',
  });
});

test('by default, a branch is compared with its merge base with main', async () => {
  git('branch', '--move', 'main');
  git('switch', '--quiet', '--create', 'eve');
  write('personas/eve.json', persona('Eve', {}));
  git('add', '.');
  git('commit', '--quiet', '--message', 'Second');
  expect(olderSchemas(undefined, path.join(project, 'schemas')).kind).toBe('older');
  git('branch', '--delete', '--force', 'main');
  expect(olderSchemas(undefined, path.join(project, 'schemas'))).toMatchObject({
    sentence:
      'There is no branch main to compare with. Name a commit: `npm run changes -- --since <commit>`.',
  });
});

test('a shallow clone without the commit explains how to fetch it', () => {
  const first = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: project, env, encoding: 'utf8' }).trim();
  write('personas/eve.json', persona('Eve', {}));
  git('add', '.');
  git('commit', '--quiet', '--message', 'Second');
  const clone = path.join(temporaryFolder(), 'clone');
  git('clone', '--quiet', '--depth', '1', `file://${project}`, clone);
  expect(olderSchemas(first, path.join(clone, 'schemas'))).toMatchObject({
    sentence: expect.stringContaining('git fetch --unshallow'),
  });
});

test("files that today's compiler rejects are not compared", () => {
  rmSync(path.join(project, 'schemas/pages/pets.ui.json'));
  git('add', '.');
  git('commit', '--quiet', '--message', 'Second');
  git('checkout', '--quiet', 'HEAD~1', '--', '.');
  expect(olderSchemas('HEAD', path.join(project, 'schemas'))).toMatchObject({
    sentence: expect.stringContaining('cannot be compared, because the current compiler rejects them'),
  });
});
