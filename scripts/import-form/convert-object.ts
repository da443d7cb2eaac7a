import { equivalentOf } from '#compiler/check/keyword-equivalents.ts';
import { isRecord } from '#form/definition/own-property.ts';
import { convertArray } from './convert-array.ts';
import { convertAlternatives, convertBranches, requireWhen } from './convert-branches.ts';
import type { Context, FormDraft, LayoutNode, Placed } from './form-draft.ts';
import {
  type Look,
  choicesOf,
  codesOf,
  helpOf,
  limitsOf,
  lookOf,
  convertQuestion,
  titleOf,
  typeOf,
  widgetOf,
} from './convert-question.ts';
import { type FormSource, type Member, type Part, child, children, textOf } from './schema-source.ts';

/** Converts the properties of an object and what depends on them, in their order. */
export function convertObject(part: Part, context: Context): LayoutNode[] {
  reportOthers(part, lookOf(context.ui), context.draft.source);
  const nodes = new Map<string, LayoutNode[]>();
  for (const [name, member] of part.properties)
    nodes.set(name, placeProperty(name, member, part.required.has(name), context));
  const ordered = inOrder(nodes, lookOf(context.ui));
  return [...ordered, ...convertBranches(part, context), ...convertAlternatives(part, context)];
}

/** Applies `ui:order`, in which `*` means the others. */
function inOrder(nodes: ReadonlyMap<string, LayoutNode[]>, look: Look): LayoutNode[] {
  const order = children(look.options.get('order')).flatMap((one) => textOf(one) ?? []);
  const others = [...nodes.keys()].filter((name) => !order.includes(name));
  const names = order.includes('*')
    ? order.flatMap((name) => (name === '*' ? others : [name]))
    : [...order, ...others];
  return names.flatMap((name) => nodes.get(name) ?? []);
}

/** Deeper groups are references to themselves. */
const MAX_DEPTH = 8;

/** Converts one property, or refines it if it was converted before. */
function placeProperty(name: string, member: Member, isRequired: boolean, context: Context): LayoutNode[] {
  const { draft, scope, when } = context;
  const path = [...context.path, name];
  const known = scope.placed.get(path.join('/'));
  if (known && refine(known, member, { ...context, path })) {
    if (isRequired) requireWhen(known, when, scope);
    return [];
  }
  const isEndless = path.length > MAX_DEPTH;
  if (isEndless) draft.source.lose(member, `"${name}"`, 'it contains itself, and a form has an end');
  const part = typeof member.value === 'object' && !isEndless ? draft.source.open(member) : undefined;
  if (!part) return [];
  const node = convertPart(name, part, isRequired, {
    ...context,
    path,
    ui: context.ui && child(context.ui, name),
  });
  if (!node) return [];
  draft.source.seen.add(`${scope.file} ${path.join('/')} ${member.path.join('/')}`);
  if (known) draft.source.change(member, `"${name}"`, 'is a question of its own for each of its forms');
  const placed = { ...node, member, shown: when ? [when] : undefined };
  scope.placed.set(path.join('/'), placed);
  draft.origins.set(`${scope.file} ${node.key}`, member);
  return [placed.node];
}

type Node = Omit<Placed, 'member' | 'shown'>;

/** Converts a property that the form does not have yet. */
function convertPart(name: string, part: Part, isRequired: boolean, context: Context): Node | undefined {
  const { draft, scope, path, ui } = context;
  const look = lookOf(ui);
  const type = typeOf(part);
  const custom = look.options.get('field') ?? (isRecord(ui?.value) ? undefined : ui);
  if (custom) draft.source.lose(custom, '"ui:field"', 'it is code; the question is shown in the usual way');
  if (widgetOf(look) === 'hidden') {
    draft.source.lose(look.options.get('widget') ?? part.at, 'a hidden value', 'nobody can answer it');
    return undefined;
  }
  if (type === 'null' || (type === 'string' && part.words.has('const'))) {
    draft.source.change(part.at, `"${name}"`, 'has only one value, so that nobody has to answer it');
    return undefined;
  }
  reportOthers(part, look, draft.source);
  const title = titleOf(part, look, name);
  const group = { key: '', type, codes: new Map<string, string>() };
  if (type === 'array' && !isMultipleChoice(part, draft)) {
    const node = convertArray({ name, title, part }, context);
    return node && { ...group, key: String(node['id']), node };
  }
  if (type === 'object' || objectsIn(part, context)) {
    // What the group shows while it is shown needs no further condition.
    const inside = convertObject(part, { ...context, when: undefined });
    const help = helpOf(part, look);
    const id = draft.id(path.join('-'));
    const node = { kind: 'section', id, title, ...(help && { help }), children: inside };
    return inside.length > 0 ? { ...group, key: id, node } : undefined;
  }
  const item = type === 'array' ? part.words.get('items') : undefined;
  const items = item && draft.source.open(item);
  const converted = items
    ? severalOf(items, part, context)
    : convertQuestion(firstOf(part, context), look, isRequired, draft.source);
  const help = helpOf(part, look);
  const complete = {
    ...converted,
    property: { title, ...converted.property },
    ui: { ...converted.ui, ...(help && { 'ui:help': help }) },
  };
  const key = draft.addQuestion(scope, path.join('_'), complete, isRequired);
  const property = scope.properties[key];
  return {
    key,
    type: String(converted.property['type']),
    codes: converted.codes,
    node: { question: key },
    ...(property && { property }),
  };
}

/** Whether several of a list can be chosen. */
function isMultipleChoice(part: Part, { source }: FormDraft): boolean {
  const items = part.words.get('items');
  const opened = items && !Array.isArray(items.value) ? source.open(items) : undefined;
  return opened !== undefined && choicesOf(opened, lookOf(undefined), source) !== undefined;
}

function severalOf(items: Part, part: Part, { draft: { source }, ui }: Context) {
  const inside = lookOf(ui && child(ui, 'items'));
  const look = { at: ui, options: new Map([...inside.options, ...lookOf(ui).options]) };
  const choices = choicesOf(items, look, source) ?? [];
  const property = { type: 'array', ...limitsOf(part, 'array', source) };
  return { property, ui: {}, codes: codesOf(choices), choices };
}

/** Alternatives that are groups of questions. */
function objectsIn(part: Part, { draft: { source } }: Context): boolean {
  const list = children(part.words.get('oneOf') ?? part.words.get('anyOf'));
  const isGroup = (one: Member) => (source.open(one)?.properties.size ?? 0) > 0;
  return !part.words.has('type') && list.some(isGroup);
}

/** The first of several kinds of answer, if the schema takes more than one. */
function firstOf(part: Part, { draft: { source } }: Context): Part {
  const list = part.words.get('oneOf') ?? part.words.get('anyOf');
  if (!list || choicesOf(part, lookOf(undefined), source)) return part;
  const opened = children(list).flatMap((one) => source.open(one) ?? []);
  const [first, ...others] = opened.filter((one) => typeOf(one) !== 'null');
  if (others.length > 0)
    source.lose(list, 'other kinds of the same answer', 'an answer has one type; the first is used');
  return first ? { ...first, words: new Map([...part.words, ...first.words]) } : part;
}

/** Applies a second schema of the same property. @returns false if it is another question */
function refine(known: Placed, member: Member, context: Context): boolean {
  const { draft, when } = context;
  const part = draft.source.open(member);
  if (!part) return true;
  if (part.properties.size > 0) {
    const ui = context.ui && child(context.ui, context.path.at(-1) ?? '');
    const nodes = convertObject(part, { ...context, ui });
    const inside: unknown = known.node['children'];
    if (Array.isArray(inside)) inside.push(...nodes);
    return true;
  }
  const isSame = JSON.stringify(known.member.value) === JSON.stringify(member.value);
  if (isSame && known.shown && when) known.shown.push(when);
  if (isSame || part.words.size === 0) return true;
  // Alternatives with other options or types are questions of their own.
  if (known.shown && (part.words.has('enum') || (part.words.has('type') && typeOf(part) !== known.type)))
    return false;
  const { title: _title, type: _type, ...limits } = limitsOf(part, known.type, draft.source);
  const fixed = part.words.get('const') ?? part.words.get('enum');
  const codeOf = (value: unknown) => known.codes.get(JSON.stringify(value)) ?? [];
  const values = [fixed?.value].flat().flatMap(codeOf);
  const pattern = values.length > 0 ? { pattern: `^(?:${values.map(escaped).join('|')})$` } : {};
  const schema = known.codes.size > 0 ? pattern : limits;
  if (Object.keys(schema).length > 0 && known.property) {
    const rules: unknown = known.property['rules'];
    const rule = { ...(when && { when }), schema, errorMessage: 'Please check this answer.' };
    known.property['rules'] = [...(Array.isArray(rules) ? rules : []), rule];
  }
  if (known.shown && when) known.shown.push(when);
  return true;
}

function escaped(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}/-]/g, String.raw`\$&`);
}

/** Keywords that are converted, or that say nothing a form shows. */
const KNOWN: ReadonlySet<string> = new Set(
  (
    '$schema $id id $comment $anchor $defs definitions title description type enum enumNames const oneOf anyOf examples ' +
    'format minLength maxLength pattern minimum exclusiveMinimum maximum exclusiveMaximum multipleOf items minItems example ' +
    'maxItems uniqueItems additionalItems prefixItems dependencies dependentRequired dependentSchemas nullable'
  ).split(' '),
);

/** Members of a uiSchema that are converted, or about the page alone. */
const KNOWN_LOOKS: ReadonlySet<string> = new Set(
  (
    'widget title description help order field enumNames inline rows autofocus autoFocus emptyValue rootFieldId ' +
    'submitButtonOptions globalOptions label format inputType autocomplete accept'
  ).split(' '),
);

/** Reports the keywords and `ui:` members that have no equivalent. */
function reportOthers(part: Part, { options }: Look, source: FormSource): void {
  for (const [name, word] of part.words) {
    if (KNOWN.has(name) || word.value === false || isPlain(name, word)) continue;
    const [isKnown, why] = reasonFor(name, word);
    if (isKnown) source.lose(word, name, why);
    else source.change(word, name, why);
  }
  for (const [name, word] of options) {
    if (KNOWN_LOOKS.has(name) || word.value === false) continue;
    source.lose(word, `ui:${name}`, LOOKS[name] ?? 'the page decides how a question looks');
  }
}

/** Further properties that no schema describes are not shown anyway. */
function isPlain(name: string, { value }: Member): boolean {
  return name === 'additionalProperties' && (value === true || JSON.stringify(value) === '{}');
}

function reasonFor(name: string, { value }: Member): readonly [isKnown: boolean, why: string] {
  if (['additionalProperties', 'patternProperties', 'propertyNames'].includes(name))
    return [true, 'questions have fixed names; people cannot add names of their own'];
  const other = equivalentOf(name, value);
  return other ? [true, `here: ${other.expected}`] : [false, 'it is no keyword of JSON Schema'];
}

const LOOKS: Readonly<Record<string, string>> = {
  placeholder: 'what is in a field disappears once somebody types; write it into "ui:help"',
  readonly: 'only questions that people answer are converted',
  disabled: 'only questions that people answer are converted',
  enumDisabled: 'a list offers what can be chosen',
};
