import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { uiMeta } from '#compiler/check/ui-meta.ts';
import { readJsonFile } from '#compiler/source/file-text.ts';
import { PROJECT_PATHS } from '#compiler/source/schema-paths.ts';
import { optionsOfWidget, readWidgetRegistry } from '#compiler/source/widget-registry.ts';
import { isRecord } from '#form/definition/own-property.ts';
import { CARET, openInEditor } from './open-in-editor.ts';

type Members = Readonly<Record<string, unknown>>;

const registry = readWidgetRegistry(PROJECT_PATHS.registryFile);
const page = readMeta('page');
const condition = readMeta('condition');
const layout = readMeta('layout');
const ui = uiMeta(registry);

function readMeta(name: string): unknown {
  return readJsonFile(path.join(PROJECT_PATHS.metaFolder, `${name}.meta.json`));
}

/** What is at these names, one inside the other. */
function at(schema: unknown, ...names: readonly string[]): Members {
  const inner = names.reduce<unknown>((outer, name) => (isRecord(outer) ? outer[name] : undefined), schema);
  return isRecord(inner) ? inner : {};
}

/** A member that may be written, the file with the caret in its name, and what is said of it. */
type Written = readonly [member: string, file: string, text: string, description: unknown];

function written(members: Members, file: string, around: (member: string) => string): readonly Written[] {
  return Object.entries(members).map(([name, schema]) => [
    name,
    file,
    around(`"${CARET}${name}": null`),
    at(schema)['description'],
  ]);
}

const PAGE = 'pages/about.schema.json';
const UI = 'pages/about.ui.json';

/** What is generated of the two files of this page. */
const SCHEMA = '"$schema": "../../src/generated/editor/pages/about';

const inQuestion = (text: string) =>
  `{ ${SCHEMA}.schema.json", "properties": { "first_name": { ${text} } } }`;
const inNode = (text: string) => `{ ${SCHEMA}.ui.json", "ui:layout": [{ ${text} }] }`;

/** Where a question has what a definition describes. */
const HOLDERS: Readonly<Record<string, (text: string) => string>> = {
  relation: (text) => `"after": { ${text} }`,
  notice: (text) => `"notices": [{ ${text} }]`,
  rule: (text) => `"rules": [{ ${text} }]`,
  bound: (text) => `"latest": { ${text} }`,
  dependence: (text) => `"dependsOn": { ${text} }`,
  messages: (text) => `"errorMessage": { ${text} }`,
};

/** Each keyword of a question, and of what is in it. */
const OF_PAGES: readonly Written[] = [
  ...written(at(page, 'definitions', 'question', 'properties'), PAGE, inQuestion),
  ...['relation', 'notice', 'rule', 'bound', 'dependence', 'messages'].flatMap((name) =>
    written(at(page, 'definitions', name, 'properties'), PAGE, (text) =>
      inQuestion(HOLDERS[name]?.(text) ?? ''),
    ),
  ),
  ...written(at(condition, 'properties'), PAGE, (text) => inQuestion(`"requiredWhen": { ${text} }`)),
];

/** What every node can have. */
const ofAllNodes = at(layout, 'definitions', 'common', 'properties');

/** Each member of each kind of node. */
const OF_NODES: readonly Written[] = kindsOfNodes().flatMap(([kind, members]) =>
  written({ ...members, ...ofAllNodes }, UI, (text) => inNode(`"kind": "${kind}", ${text}`)),
);

function kindsOfNodes(): readonly (readonly [kind: string, members: Members])[] {
  const rules = at(layout, 'definitions', 'node')['allOf'];
  return (Array.isArray(rules) ? rules : []).flatMap((rule) => {
    const kind = at(rule, 'if', 'properties', 'kind')['const'];
    return typeof kind === 'string' ? [[kind, at(rule, 'then', 'properties')] as const] : [];
  });
}

/** Each option of each widget, in a file whose questions are not known. */
const OF_WIDGETS: readonly Written[] = [...registry.widgets].flatMap(([widget, one]) => {
  const options = Object.entries(optionsOfWidget(registry, one)).map(
    ([name, schema]) => [`ui:${name}`, schema] as const,
  );
  return written(
    Object.fromEntries(options),
    'pages/new.ui.json',
    (text) => `{ "new": { "ui:widget": "${widget}", ${text} } }`,
  );
});

/** Each member at the top of the other files. */
const OF_FILES: readonly Written[] = [
  ['form', 'form.json'],
  ['partner', 'partners/new.json'],
  ['persona', 'personas/new.json'],
  ['options', 'options/new.json'],
  ['directory', 'directories/new.json'],
  ['page', 'pages/new.schema.json'],
].flatMap(([meta = '', file = '']) =>
  written(at(readMeta(meta), 'properties'), file, (text) => `{ ${text} }`),
);

/** A value of which there are a few, and what is said of it. */
function values(schema: Members, file: string, around: (value: string) => string): readonly Written[] {
  const { enum: named, enumDescriptions: descriptions } = schema;
  const all: readonly unknown[] = Array.isArray(named) ? named : [];
  const said: readonly unknown[] = Array.isArray(descriptions) ? descriptions : [];
  return all.map((value, index) => [String(value), file, around(`"${CARET}${String(value)}"`), said[index]]);
}

const VALUES: readonly Written[] = [
  ...values(at(page, 'definitions', 'question', 'properties', 'type'), PAGE, (value) =>
    inQuestion(`"type": ${value}`),
  ),
  ...values(at(page, 'definitions', 'format'), PAGE, (value) => inQuestion(`"format": ${value}`)),
  ...values(at(condition, 'properties', 'operator'), PAGE, (value) =>
    inQuestion(`"requiredWhen": { "operator": ${value} }`),
  ),
  ...values(at(layout, 'definitions', 'node', 'properties', 'kind'), UI, (value) =>
    inNode(`"kind": ${value}`),
  ),
  ...values(
    at(ui, 'definitions', 'entry', 'properties', 'ui:widget'),
    'pages/new.ui.json',
    (value) => `{ "new": { "ui:widget": ${value} } }`,
  ),
];

describe('a hover in the editor', () => {
  it.each([
    ['keyword', OF_PAGES, 40],
    ['member of a node', OF_NODES, 40],
    ['option of a widget', OF_WIDGETS, 60],
    ['member of another file', OF_FILES, 30],
    ['type, format, operator, kind and widget', VALUES, 40],
  ] as const)('explains each %s as it is described', async (_what, all, atLeast) => {
    const unlike = await Promise.all(
      all.map(async ([name, file, text, description]) => {
        const shown = await openInEditor(file, text).hoverHere();
        const isShown =
          typeof description === 'string'
            ? shown.toLowerCase().includes(description.toLowerCase())
            : shown !== '';
        return isShown ? [] : [`${file} ${name}: ${shown}`];
      }),
    );

    expect(unlike.flat()).toEqual([]);
    expect(all.length).toBeGreaterThanOrEqual(atLeast);
  });
});
