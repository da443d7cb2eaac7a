import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Validator } from '@cfworker/json-schema';
import { describe, expect, it } from 'vitest';
import { compileSchemas } from '#compiler/compile-schemas.ts';
import { editorSchemas } from '#compiler/editor-schemas.ts';
import { PROJECT_PATHS, PROJECT_ROOT } from '#compiler/source/schema-paths.ts';
import { TINY_FORM, tinyFormWith } from '#test/compiler/tiny-form.ts';
import { guideFile, openInEditor } from './open-in-editor.ts';

const FILES = globSync('*/**/*.json', { cwd: PROJECT_PATHS.schemasFolder, exclude: ['meta/**'] })
  .concat('form.json', 'texts.json')
  .map((name) => name.replaceAll(path.sep, '/'));

function productFile(name: string): string {
  return readFileSync(path.join(PROJECT_PATHS.schemasFolder, name), 'utf8');
}

const openProduct = (name: string) => openInEditor(name, productFile(name), PROJECT_PATHS.schemasFolder);

/** Where a file of a page finds what is generated for the editor. */
const EDITOR = '../../src/generated/editor';

describe('the files of the questionnaire in the editor', () => {
  it.each(FILES)('%s has nothing underlined', async (name) => {
    expect(await openProduct(name).underlined()).toEqual([]);
  });

  // The bodies of calls are JSON Schemas, of which the editor knows its own.
  it.each(FILES.filter((name) => !name.startsWith('api/')))(
    '%s explains each of its members',
    async (name) => {
      expect(await openProduct(name).unexplained()).toEqual([]);
    },
  );

  it('explains the forms of a text with a number in another language', async () => {
    const pages = { one: '{count} page', other: '{count} pages' };
    const texts = { 'texts.json': { 'file.pages {count}': { of: pages, is: pages } } };
    const spanish = { $schema: '../meta/translation.meta.json', name: 'Español', texts };
    const file = openInEditor('translations/es.json', JSON.stringify(spanish));

    expect(await file.unexplained()).toEqual([]);
  });

  it('says of a condition what it does there, not what a condition is', async () => {
    const about = openInEditor('pages/about.ui.json', guideFile('pages/about.ui.json'));

    expect(await about.hover('"showWhen"')).toBe('Shown only while this is true.');
    expect(await about.hover('"hideWhen"')).toBe('Hidden while this is true. Not together with showWhen.');
  });

  it('says what a kind, an operator, a widget and a key mean', async () => {
    const about = openInEditor('pages/about.ui.json', guideFile('pages/about.ui.json'));

    expect(await about.hover('"section"')).toContain('A group with a heading.');
    expect(await about.hover('"equals"')).toContain('The answer is the target.');
    expect(await about.hover('"radio"')).toContain('One of a few options, all visible.');
    expect(await about.hover('"citizen_us"')).toContain('Have you lived in the United States?');
  });
});

describe('the schemas for the editor', () => {
  it('are there for each file that VS Code is to help with', () => {
    const generated = editorSchemas(PROJECT_PATHS);
    const settings: { 'json.schemas': readonly { url: string }[] } = JSON.parse(
      readFileSync(path.join(PROJECT_ROOT, '.vscode/settings.json'), 'utf8'),
    );
    const named = [
      ...settings['json.schemas'].map(({ url }) => path.join(PROJECT_ROOT, url)),
      ...FILES.map((name) =>
        path.join(PROJECT_PATHS.schemasFolder, path.dirname(name), JSON.parse(productFile(name)).$schema),
      ),
    ];
    const folder = path.join(PROJECT_PATHS.outFolder, 'editor');
    const made = new Set([...(generated?.keys() ?? [])].map((name) => path.join(folder, name)));
    const metas = new Set(globSync(path.join(PROJECT_PATHS.metaFolder, '*.json')));

    expect(named.filter((file) => !made.has(file) && !metas.has(file))).toEqual([]);
  });

  it('say of the files that name them what any validator understands', () => {
    const generated = editorSchemas(PROJECT_PATHS) ?? new Map<string, string>();
    const naming = FILES.flatMap((name) => {
      const [, schema] = /generated\/editor\/(.*)$/.exec(JSON.parse(productFile(name)).$schema) ?? [];
      return schema === undefined ? [] : [{ name, schema: generated.get(schema) ?? '' }];
    });
    const wrong = naming.flatMap(({ name, schema }) => {
      const { errors } = new Validator(JSON.parse(schema), '7').validate(JSON.parse(productFile(name)));
      return errors.map(({ error, instanceLocation }) => `${name}: ${instanceLocation} ${error}`);
    });

    expect(wrong).toEqual([]);
    expect(naming.length).toBeGreaterThan(30);
  });

  it('are named by each file as its own', () => {
    const ui = readFileSync(path.join(TINY_FORM, 'pages/you.ui.json'), 'utf8');
    const naming = (page: string) => {
      const named = ui.replace('../meta/ui.meta.json', `${EDITOR}/pages/${page}.ui.json`);
      return compileSchemas(tinyFormWith({ 'pages/you.ui.json': named })).faults;
    };

    expect(naming('you')).toEqual([]);
    expect(naming('pets')).toMatchObject([
      { code: 'wrong-meta', line: 2, expected: `"$schema": "${EDITOR}/pages/you.ui.json"` },
    ]);
  });

  it('stay as they are while a file cannot be read', () => {
    const folder = tinyFormWith({ 'pages/you.ui.json': '{ "ui:layout": [' });

    expect(editorSchemas({ ...PROJECT_PATHS, schemasFolder: folder })).toBeUndefined();
  });
});
