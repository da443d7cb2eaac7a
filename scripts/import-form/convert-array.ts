import { MAX_REPEATS } from '#form/definition/soundness.ts';
import { type Context, type LayoutNode, newScope, shownWhen } from './form-draft.ts';
import { freeName, keyFrom } from './plain-names.ts';
import { lookOf, typeOf } from './convert-question.ts';
import { type Member, type Part, child, children, numberOf } from './schema-source.ts';

/** Instances of a list without a maximum. */
const DEFAULT_REPEATS = 10;

type Repeated = { readonly name: string; readonly title: string; readonly part: Part };

/** Converts a list: of fixed places to a section, of files to one document, of others to a repeated block. */
export function convertArray({ name, title, part }: Repeated, context: Context): LayoutNode | undefined {
  const { draft, scope, ui } = context;
  const items = part.words.get('items');
  const places = part.words.get('prefixItems') ?? (Array.isArray(items?.value) ? items : undefined);
  if (places) return fixedPlaces({ title, part }, places, context);
  const item = items && draft.source.open(items);
  if (!item) {
    draft.source.lose(part.at, `"${name}"`, 'it does not say what its items are');
    return undefined;
  }
  if (scope.file.startsWith('blocks/') || typeOf(item) === 'array') {
    draft.source.lose(part.at, `"${name}"`, 'a repeated group cannot contain another one');
    return undefined;
  }
  const isFile = item.words.get('format')?.value === 'data-url';
  if (isFile)
    draft.source.change(part.at, `"${name}"`, 'takes one file; add a question for each further one');
  const value = { ...items, value: { title: 'Answer', ...Object(items.value) } };
  const isList = typeOf(item) !== 'object' || isFile;
  const repeated = isList ? { ...item, properties: new Map([['value', value]]), words: new Map() } : item;
  if (isFile) {
    const [node] = context.convert({ ...repeated, required: new Set() }, { ...context, path: context.path });
    return node && { kind: 'section', id: draft.id(context.path.join('-')), title, children: [node] };
  }
  return repeatedBlock({ name, title, part: repeated }, part, { ...context, ui: ui && child(ui, 'items') });
}

function repeatedBlock({ name, title, part: item }: Repeated, list: Part, context: Context) {
  const { draft, path } = context;
  const blocks = new Set(Object.keys(draft.files).map((file) => /^blocks\/([^.]+)/.exec(file)?.[1] ?? ''));
  const block = freeName(keyFrom(name).replaceAll('_', '-'), blocks, '-');
  const inside = newScope(`blocks/${block}`);
  const isPlain = item.words.size === 0;
  const required = isPlain ? new Set(['value']) : item.required;
  const entry = isPlain && context.ui ? { ...context.ui, value: { value: context.ui.value } } : context.ui;
  const { convert } = context;
  const nodes = convert({ ...item, required }, { draft, scope: inside, path: [], ui: entry, convert });
  if (Object.keys(inside.properties).length === 0) return undefined;
  shownWhen(inside.placed.values());
  draft.write(inside, nodes);
  const least = numberOf(list.words.get('minItems')) ?? 0;
  const most = numberOf(list.words.get('maxItems')) ?? Math.max(least, DEFAULT_REPEATS);
  if (most > MAX_REPEATS) draft.source.change(list.at, `"maxItems": ${most}`, `at most ${MAX_REPEATS} times`);
  return {
    kind: 'addAnother',
    id: draft.id(path.join('-')),
    label: 'Add Another',
    block,
    prefix: `${freeName(keyFrom(path.join('_')), context.scope.keys)}_`,
    ...(least !== 1 && { min: Math.min(least, most, MAX_REPEATS) }),
    max: Math.min(most, MAX_REPEATS),
    title: `${title} {n}`,
    messagePrefix: `${title} {n}: `,
  };
}

/** Items with a meaning each, such as two numbers of a coordinate. */
function fixedPlaces({ title, part }: Omit<Repeated, 'name'>, places: Member, context: Context) {
  const { draft, path, ui } = context;
  const properties = new Map(children(places).map((one, index) => [`item_${index + 1}`, one] as const));
  const further = part.words.get('additionalItems');
  if (further && typeof further.value === 'object')
    draft.source.lose(further, 'additionalItems', 'a list of fixed places has no others');
  const looks = lookOf(ui && child(ui, 'items')).at;
  const entries = children(looks).map((one, index) => [`item_${index + 1}`, one.value] as const);
  const entry = looks && { ...looks, value: Object.fromEntries(entries) };
  const object = { ...part, properties, required: new Set(properties.keys()), words: new Map() };
  const nodes = context.convert(object, { ...context, ui: entry });
  return nodes.length > 0
    ? { kind: 'section', id: draft.id(path.join('-')), title, children: nodes }
    : undefined;
}
