import { ifThen, uiMeta } from '../check/ui-meta.ts';
import { isRecord } from '#form/definition/own-property.ts';
import type { Cursor } from '../source/cursor.ts';
import { kindOf, layoutNodes } from '../source/layout-nodes.ts';
import { collectNames, joinNames, tabIds } from '../source/names.ts';
import { textMembers } from '../source/engine-texts.ts';
import type { OpenSchemas } from '../source/open-schemas.ts';
import type { FilePair, SourceSet } from '../source/source-set.ts';
import type { WidgetRegistry } from '../source/widget-registry.ts';
import { answerRules } from './answer-rules.ts';
import { entryOf } from './entry-schemas.ts';
import type { NameDescriptions, NamesInFile } from './names-in-files.ts';
import { namesInFiles, foundLabels, keyLabels, labelsOf } from './names-in-files.ts';
import { memberIs, type NameKinds, oneOf, type Schema, Specializer } from './specialize.ts';

/** Source text of the meta-schemas that contain names. */
type NamingMetas = Readonly<Record<'condition' | 'form' | 'layout' | 'page' | 'partner', unknown>>;

type Kinds = { readonly metas: NamingMetas; readonly registry: WidgetRegistry };

/** Returns the editor JSON Schemas by file name; undefined while a file is unreadable. */
export function editorFiles(
  { files, plain, pictures }: OpenSchemas,
  kinds: Kinds,
): ReadonlyMap<string, string> | undefined {
  if (![...files.values()].every((file) => file.readable)) return undefined;
  const shared: NameKinds = { ...sharedNames(plain), picture: named(pictures.keys()) };
  const schemas = new Map<string, Schema>([
    [
      'form.json',
      rootSchema(
        kinds.metas.form,
        new Specializer(
          { ...shared, answered: shared['formKey'] },
          { ...definitionsOf(kinds.metas.form), ...conditionDefinitions(kinds.metas) },
        ),
      ),
    ],
    [
      'partner.json',
      rootSchema(kinds.metas.partner, new Specializer(shared, definitionsOf(kinds.metas.partner))),
    ],
    ['page.json', pageSchema(kinds, shared)],
    ['ui.json', uiSchema(kinds, shared)],
  ]);
  for (const [name, surroundings] of namesInFiles(plain)) {
    const here = { surroundings, sources: plain };
    schemas.set(`${name}.schema.json`, pageSchema(kinds, shared, here));
    schemas.set(`${name}.ui.json`, uiSchema(kinds, shared, here));
  }
  return new Map([...schemas].map(([name, schema]) => [name, JSON.stringify(schema)]));
}

function sharedNames(sources: SourceSet): NameKinds {
  const form = sources.cursor('form.json');
  const entries = form?.list('pages') ?? [];
  const { questions } = joinNames(sources.pairs('pages').map((pair) => collectNames(pair, sources)));
  const terms = termsOf(questions, sources);
  const texts = textMembers(sources);
  return {
    list: new Map(sources.namesIn('options').map((name) => [name, firstLabels(name, sources)])),
    block: new Map(sources.pairNames('blocks').map((name) => [name, questionsOf(name, sources)])),
    directory: named(sources.namesIn('directories')),
    partner: new Map(
      [...sources.filesIn('partners')].map(([name, at]) => [name, at.at('name')?.text() ?? '']),
    ),
    page: new Map(entries.map((page) => [page.at('page')?.text() ?? '', page.at('title')?.text() ?? ''])),
    pageFile: named(sources.pairNames('pages')),
    text: new Map(texts.map(([key, text]) => [key, text.text() ?? ''])),
    formKey: keyLabels(questions),
    ...(terms.size > 0 && { term: terms }),
  };
}

/** Terms for which a partner can set deadlines. */
function termsOf(questions: ReadonlyMap<string, Cursor>, sources: SourceSet): NameDescriptions {
  const partners = [...sources.filesIn('partners').values()];
  const keys = partners.flatMap((at) => at.at('deadlines')?.at('question')?.text() ?? []);
  const lists = new Set(keys.flatMap((key) => questions.get(key)?.at('options')?.text() ?? []));
  return labelsOf([...lists].flatMap((list) => sources.options(list)));
}

function named(names: Iterable<string>): NameDescriptions {
  return new Map([...names].map((name) => [name, '']));
}

/** Returns the first few labels, to identify a list. */
function firstLabels(list: string, sources: SourceSet): string {
  if (sources.cursor(`options/${list}.json`)?.at('years')) return 'Years, counted from today.';
  const options = sources.options(list);
  const labels = options.slice(0, 4).flatMap((option) => option.at('label')?.text() ?? []);
  return `${labels.join(', ')}${options.length > 4 ? ', …' : ''} (${options.length})`;
}

function questionsOf(block: string, sources: SourceSet): string {
  const labels = keyLabels(sources.pair(`blocks/${block}`)?.properties ?? new Map<string, Cursor>());
  return [...labels.values()].join(', ');
}

type FileContext = {
  readonly surroundings: NamesInFile;
  readonly sources: SourceSet;
};

function localNames({ surroundings: { pair, own, found, conditions } }: FileContext): NameKinds {
  const questions = [...found].flatMap(([name, one]) =>
    one.kind === 'question' ? [[name, one.property] as const] : [],
  );
  return {
    ownKey: keyLabels(pair.schema.at('properties')?.members() ?? new Map<string, Cursor>()),
    fillKey: keyLabels(own.questions),
    question: keyLabels(new Map(questions)),
    answered: foundLabels(found),
    condition: named(conditions),
  };
}

/** Schema of a `.schema.json`; without its file the generic one. */
function pageSchema(kinds: Kinds, shared: NameKinds, here?: FileContext): Schema {
  const { metas } = kinds;
  const written = {
    ...definitionsOf(metas.page),
    ...conditionDefinitions(metas),
  };
  const specializer = new Specializer({ ...shared, ...(here && localNames(here)) }, written);
  return rootSchema(metas.page, specializer, here);
}

/** Schema of a `.ui.json`; without its file the generic one. */
function uiSchema(kinds: Kinds, shared: NameKinds, here?: FileContext): Schema {
  const meta = uiMeta(kinds.registry);
  const { definitions: written, ...layout } = recordOf(kinds.metas.layout);
  const specializer = new Specializer(
    { ...shared, ...(here && localNames(here)) },
    {
      ...recordOf(written),
      layout,
      ...conditionDefinitions(kinds.metas),
      ...(here ? {} : definitionsOf(meta)),
    },
  );
  const root = rootSchema(meta, specializer, here);
  if (!here) return root;
  const { pair } = here.surroundings;
  const { propertyNames: _pattern, properties, definitions, ...rest } = root;
  const entries = entriesOf(pair, kinds.registry, specializer);
  return {
    ...rest,
    properties: { ...recordOf(properties), ...entries.properties },
    additionalProperties: false,
    errorMessage: 'No question of this file has this key.',
    definitions: {
      ...recordOf(definitions),
      ...entries.definitions,
      node: withRules(recordOf(definitions)['node'], nodeRules(here)),
    },
  };
}

/** Entry schemas for the questions of a file; equal ones share a definition. */
function entriesOf(
  pair: FilePair,
  registry: WidgetRegistry,
  specializer: Specializer,
): Readonly<Record<'properties' | 'definitions', Schema>> {
  const shapes = new Map<string, string>();
  const definitions: Record<string, Schema> = {};
  const properties = [...(pair.schema.at('properties')?.members() ?? [])].map(([key, property]) => {
    const { description, ...entry } = entryOf(property, registry, specializer);
    const shape = JSON.stringify(entry);
    const name = shapes.get(shape) ?? `entry-${shapes.size + 1}`;
    shapes.set(shape, name);
    definitions[name] = entry;
    return [key, { description, type: 'object', allOf: [{ $ref: `#/definitions/${name}` }] }] as const;
  });
  return { properties: Object.fromEntries(properties), definitions };
}

/** Rules that depend on another member of the node: keys of a block, tabs of a group. */
function nodeRules({ surroundings: { pair }, sources }: FileContext): readonly Schema[] {
  const blocks = sources.pairs('blocks').map((block) => {
    const name = block.name.replace('blocks/', '');
    const keys = keyLabels(collectNames(block, sources).questions);
    const key = oneOf(keys, `The block "${name}" does not ask this. Keys are written without the prefix.`);
    const properties = { required: { items: key }, titles: { propertyNames: key } };
    return ifThen(memberIs('block', [name]), { properties });
  });
  const groups = [...layoutNodes(pair.ui, undefined)].flatMap((node) => {
    const id = node.at('id')?.text();
    if (kindOf(node) !== 'tabs' || id === undefined) return [];
    const tab = oneOf(named(tabIds(node)), 'No tab of this group has this id.');
    return [ifThen(memberIs('id', [id]), { properties: { defaultTab: tab } })];
  });
  return [...blocks, ...groups];
}

function rootSchema(meta: unknown, specializer: Specializer, here?: FileContext): Schema {
  const { definitions: _written, ...root } = recordOf(meta);
  const definitions = specializer.definitions();
  const answers = here && answerRules(here.surroundings.found, here.sources);
  const ruled = answers && {
    ...answers.definitions,
    condition: withRules(withAnyTarget(definitions['condition']), answers.targets),
    ...(definitions['dependence'] && {
      dependence: withRules(definitions['dependence'], answers.dependences),
    }),
  };
  return { ...specializer.schema(root), definitions: { ...definitions, ...ruled } };
}

/** Removes the target types, since editors would suggest true and false for each. */
function withAnyTarget(condition: unknown): Schema {
  const { properties, ...rest } = withoutTarget(condition);
  const { description } = recordOf(recordOf(recordOf(condition)['properties'])['target']);
  return { ...rest, properties: { ...recordOf(properties), target: { description, ...OTHER_ANSWER } } };
}

/** A target in braces is another answer. */
const OTHER_ANSWER = ifThen({ type: 'object', doNotSuggest: true }, { $ref: '#/definitions/otherAnswer' });

function withoutTarget(condition: unknown): Schema {
  const { properties, ...rest } = recordOf(condition);
  const inner = Object.entries(rest).map(
    ([keyword, value]) => [keyword, BRANCHES.has(keyword) ? withoutTarget(value) : value] as const,
  );
  const { target: _target, ...others } = recordOf(properties);
  return { ...Object.fromEntries(inner), properties: others };
}

const BRANCHES: ReadonlySet<string> = new Set(['then', 'else']);

function withRules(schema: unknown, rules: readonly Schema[]): Schema {
  const own = recordOf(schema);
  const others = Array.isArray(own['allOf']) ? own['allOf'] : [];
  return { ...own, allOf: [...others, ...rules] };
}

function conditionDefinitions({ condition }: Pick<NamingMetas, 'condition'>): Schema {
  const { definitions, ...rest } = recordOf(condition);
  return { ...recordOf(definitions), condition: rest };
}

function definitionsOf(meta: unknown): Schema {
  return recordOf(recordOf(meta)['definitions']);
}

function recordOf(value: unknown): Schema {
  return isRecord(value) ? value : {};
}
