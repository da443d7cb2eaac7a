import { errorOf } from '#compiler/source/fault.ts';
import { isRecord } from '#form/definition/own-property.ts';
import { freeName, plainText, titleFrom } from './plain-names.ts';
import { type FormSource, type Member, type Part, child, children, nameOf, textOf } from './schema-source.ts';

/** `ui:…` of a question, with and without `ui:options`. */
export type Look = { readonly at: Member | undefined; readonly options: ReadonlyMap<string, Member> };

/** One option: what the schema calls it, what is stored, and its label. */
type Choice = { readonly given: unknown; readonly value: string; readonly label: string };

/** A question as in the .schema.json and .ui.json. */
export type ConvertedQuestion = {
  readonly property: Readonly<Record<string, unknown>>;
  readonly ui: Readonly<Record<string, unknown>>;
  /** Options by the JSON of what the schema calls them; empty without options. */
  readonly codes: ReadonlyMap<string, string>;
  readonly choices: readonly Choice[];
};

/** Reads the `ui:` members of an entry of the uiSchema. */
export function lookOf(at: Member | undefined): Look {
  const named = children(at).filter((one) => nameOf(one).startsWith('ui:') && nameOf(one) !== 'ui:options');
  const own = at && child(at, 'ui:options');
  const inside = children(own).map((one) => [nameOf(one), one] as const);
  return { at, options: new Map([...inside, ...named.map((one) => [nameOf(one).slice(3), one] as const)]) };
}

/** Returns the type of an answer besides `null`. */
export function typeOf(part: Part): string {
  const value = part.words.get('type')?.value;
  const types = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');
  const [type = types[0]] = types.filter((one) => one !== 'null');
  if (type !== undefined) return type;
  if (part.properties.size > 0) return 'object';
  if (part.words.has('items')) return 'array';
  const fixed: unknown = part.words.get('const')?.value;
  return typeof fixed === 'number' || typeof fixed === 'boolean' ? typeof fixed : 'string';
}

/** Returns the widget, by its short name: `radio` for `RadioWidget`. */
export function widgetOf(look: Look): string | undefined {
  return textOf(look.options.get('widget'))
    ?.replace(/Widget$/, '')
    .toLowerCase();
}

/** Returns the label, from the uiSchema, the schema or the name. */
export function titleOf(part: Part, look: Look, name: string): string {
  const written = textOf(look.options.get('title')) ?? textOf(part.words.get('title')) ?? '';
  return plainText(written) || titleFrom(name);
}

/** Returns the hint: description and help together. */
export function helpOf(part: Part, look: Look): string {
  const texts = [look.options.get('description') ?? part.words.get('description'), look.options.get('help')];
  const examples = [part.words.get('example') ?? children(part.words.get('examples'))]
    .flat()
    .map(({ value }) => String(value));
  const hint = examples.length > 0 ? [`For example ${examples.slice(0, 3).join(', ')}.`] : [];
  return plainText([...texts.flatMap((one) => textOf(one) ?? []), ...hint].join(' '));
}

/** Returns the options of a choice: `enum`, or `oneOf` and `anyOf` of constants; undefined for others. */
export function choicesOf(part: Part, look: Look, source: FormSource): readonly Choice[] | undefined {
  const list = part.words.get('enum');
  const names = look.options.get('enumNames') ?? part.words.get('enumNames');
  const nameAt = (index: number, value: unknown) =>
    textOf(names && child(names, Array.isArray(names.value) ? index : String(value)));
  const given = list
    ? children(list).map(({ value }, index) => ({ value, label: nameAt(index, value) }))
    : alternatives(part);
  if (!given || given.length === 0) return undefined;
  const real = given.filter(({ value }) => value !== null && value !== '');
  const [codes, labels] = [new Set<string>(), new Set<string>()];
  const choices = real.map(({ value, label }) => {
    const text = plainText(label ?? wordsOf(value)) || 'None';
    const code = freeName(codeOf(value), codes);
    const shown = freeName(text, labels, ' ');
    codes.add(code).add(code.toLowerCase());
    labels.add(shown);
    return { given: value, value: code, label: shown };
  });
  const renamed = choices.find(({ given: value, value: code }) => String(value) !== code);
  const why = `is stored as "${renamed?.value}": values are codes without spaces`;
  const at = list ?? part.words.get('oneOf') ?? part.words.get('anyOf') ?? part.at;
  if (renamed) source.change(at, JSON.stringify(renamed.given), why);
  return choices;
}

function alternatives(part: Part): readonly { value: unknown; label: string | undefined }[] | undefined {
  const members = children(part.words.get('oneOf') ?? part.words.get('anyOf'));
  const constants = members.map((one) => {
    const fixed = child(one, 'const') ?? only(child(one, 'enum'));
    return fixed && { value: fixed.value, label: textOf(child(one, 'title')) };
  });
  const known = constants.filter((one) => one !== undefined);
  return known.length === members.length ? known : undefined;
}

function only(list: Member | undefined): Member | undefined {
  const items = children(list);
  return items.length === 1 ? items[0] : undefined;
}

function wordsOf(value: unknown): string {
  if (!isRecord(value)) return typeof value === 'string' ? value : JSON.stringify(value);
  const named = [value['name'], value['title'], value['label']].find((one) => typeof one === 'string');
  return named ?? Object.values(value).join(' ');
}

function codeOf(value: unknown): string {
  const code = wordsOf(value)
    .trim()
    .replaceAll(/[\s"\\{}]+/g, '_');
  return code.slice(0, 60) || 'none';
}

/** Formats that this language has, or that another keyword expresses. */
const FORMATS: Readonly<Record<string, string>> = {
  date: 'date',
  'alt-date': 'date',
  email: 'email',
  'idn-email': 'email',
  uri: 'uri',
  'uri-reference': 'uri',
  url: 'uri',
  uuid: 'uuid',
};

/** Widgets that are here, too. */
const WIDGETS: ReadonlySet<string> = new Set(
  'textarea radio checkboxes file select checkbox text email uri url updown date alt-date'.split(' '),
);

/** Makes a question of a part that is no group. */
export function convertQuestion(
  part: Part,
  look: Look,
  isRequired: boolean,
  source: FormSource,
): ConvertedQuestion {
  const type = typeOf(part);
  const widget = widgetOf(look);
  const isFile = formatOf(part, look) === 'data-url' || widget === 'file';
  if (isFile)
    return {
      property: { type: 'string', const: 'ANSWERED' },
      ui: { 'ui:widget': 'file', ...acceptOf(look, source) },
      ...NO_CHOICES,
    };
  const isConsent =
    type === 'boolean' && (part.words.get('const') ?? only(part.words.get('enum')))?.value === true;
  if (isConsent) return { property: { type, const: true }, ui: {}, ...NO_CHOICES };
  // Only a box that must be checked can be required.
  const hasTwo = type === 'boolean' && (isRequired || widget === 'radio' || widget === 'select');
  const choices = choicesOf(part, look, source) ?? (hasTwo ? YES_NO : undefined);
  if (widget !== undefined && !WIDGETS.has(widget))
    source.lose(
      look.options.get('widget') ?? part.at,
      `"ui:widget": "${widget}"`,
      'there is no such control',
    );
  if (choices) {
    const isRadio = widget === 'radio' || (widget !== 'select' && choices.length <= 3);
    const ui = isRadio ? { 'ui:widget': 'radio' } : {};
    return { property: { type: 'string' }, ui, codes: codesOf(choices), choices };
  }
  const limits = limitsOf(part, type, source);
  const format = FORMATS[formatOf(part, look) ?? ''];
  const isText = type === 'string' && format === undefined && widget !== 'textarea';
  const isOpen = isText && limits['maxLength'] === undefined && limits['pattern'] === undefined;
  const kind = type === 'number' && part.words.get('multipleOf')?.value === 1 ? 'integer' : type;
  const length = isOpen && { maxLength: USUAL_LENGTH };
  const ui = widget === 'textarea' ? { 'ui:widget': widget } : {};
  return { property: { type: kind, ...length, ...limits, ...(format && { format }) }, ui, ...NO_CHOICES };
}

/** Characters of a line of text for which the schema has no limit. */
const USUAL_LENGTH = 200;

const NO_CHOICES = { codes: new Map<string, string>(), choices: [] };

/** For a boolean with two answers. */
export const YES_NO: readonly Choice[] = [
  { given: true, value: 'yes', label: 'Yes' },
  { given: false, value: 'no', label: 'No' },
];

/** Returns option values by the JSON of what the schema calls them. */
export function codesOf(choices: readonly Choice[]): ReadonlyMap<string, string> {
  return new Map(choices.map(({ given, value }) => [JSON.stringify(given), value]));
}

/** Returns the accepted kinds of files; reports those that are not converted to PDF. */
function acceptOf({ options }: Look, source: FormSource): Readonly<Record<string, unknown>> {
  const at = options.get('accept');
  const kinds = new Set<string>();
  for (const type of textOf(at)
    ?.toLowerCase()
    .split(/\s*,\s*/) ?? []) {
    const found = FILE_KINDS.filter(([, pattern]) => pattern.test(type));
    if (at && found.length === 0)
      source.lose(at, `"accept": "${type}"`, 'only png, jpeg, pdf and docx are accepted here');
    for (const [kind] of found) kinds.add(kind);
  }
  return kinds.size > 0 ? { 'ui:accept': [...kinds] } : {};
}

const FILE_KINDS = [
  ['png', /^(?:\.png|image\/(?:png|\*))$/],
  ['jpeg', /^(?:\.jpe?g|image\/(?:jpeg|\*))$/],
  ['pdf', /^(?:\.|application\/)pdf$/],
  ['docx', /^(?:\.docx|application\/vnd\.openxmlformats-officedocument\.wordprocessingml\.document)$/],
] as const;

function formatOf(part: Part, look: Look): string | undefined {
  const widget = widgetOf(look);
  const byWidget = widget !== undefined && Object.hasOwn(FORMATS, widget) ? widget : undefined;
  return textOf(part.words.get('format')) ?? textOf(look.options.get('format')) ?? byWidget;
}

const LIMITS: Readonly<Record<string, readonly string[]>> = {
  string: ['minLength', 'maxLength', 'pattern', 'const'],
  number: ['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum', 'multipleOf', 'const'],
  integer: ['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum', 'multipleOf', 'const'],
  boolean: ['const'],
  array: ['minItems', 'maxItems'],
};

/** Returns the limits that this language has; reports the others. */
export function limitsOf(part: Part, type: string, source: FormSource): Record<string, unknown> {
  const limits: Record<string, unknown> = {};
  for (const name of LIMITS[type] ?? []) {
    const word = part.words.get(name);
    // Before draft-06, a mark of the other limit.
    if (!word || (typeof word.value === 'boolean' && name !== 'const')) continue;
    if (name === 'pattern' && errorOf(() => new RegExp(textOf(word) ?? '', 'u')) !== undefined)
      source.lose(word, `"pattern": ${JSON.stringify(word.value)}`, 'it is no valid pattern with the flag u');
    else limits[name] = word.value;
  }
  for (const name of ['minimum', 'maximum']) {
    const exclusive = `exclusive${titleFrom(name)}`;
    if (part.words.get(exclusive)?.value !== true || !(name in limits)) continue;
    limits[exclusive] = limits[name];
    Reflect.deleteProperty(limits, name);
  }
  // Of a number, it makes a whole number.
  if (limits['multipleOf'] === 1) Reflect.deleteProperty(limits, 'multipleOf');
  const format = textOf(part.words.get('format'));
  if (type === 'string' && format !== undefined && format !== 'data-url' && !Object.hasOwn(FORMATS, format))
    source.lose(part.words.get('format') ?? part.at, `"format": "${format}"`, 'it is a line of text here');
  return limits;
}
