import { isRecord } from '#form/definition/own-property.ts';
import { type Condition, type Named, anyOf } from './conditions.ts';
import { freeName, keyFrom } from './plain-names.ts';
import { type ConvertedQuestion, YES_NO } from './convert-question.ts';
import type { FormSource, Member, Part, Place } from './schema-source.ts';
import type { Files } from './write-questionnaire.ts';

/** A node of `ui:layout`; conditions are added until the form is written. */
export type LayoutNode = Record<string, unknown>;

/** A converted question or group, which later parts of the schema refine. */
export type Placed = Named & {
  readonly member: Member;
  readonly node: LayoutNode;
  /** Its place in the data: a group has no property. */
  readonly property?: Record<string, unknown>;
  /** Conditions of which one must be true; undefined: always shown. */
  readonly shown: Condition[] | undefined;
};

/** The questions of a page or a block. */
export type Scope = {
  /** `pages/about`, `blocks/sibling`. */
  readonly file: string;
  readonly properties: Record<string, Record<string, unknown>>;
  readonly required: Set<string>;
  /** Groups of questions of which one must be answered. */
  readonly atLeastOne: object[];
  readonly ui: Record<string, object>;
  readonly keys: Set<string>;
  /** By path in the data, joined with `/`. */
  readonly placed: Map<string, Placed>;
};

/** The converted form while it is built. */
export class FormDraft {
  readonly source: FormSource;
  readonly files: Record<string, object> = {};
  /** Where the members of written files come from: `pages/about name` → place. */
  readonly origins = new Map<string, Place>();
  readonly #lists = new Map<string, string>();
  readonly #ids = new Set<string>();

  constructor(source: FormSource) {
    this.source = source;
  }

  /** Returns an id that nothing else has: of a section, tab group or repeated block. */
  id(name: string): string {
    const id = freeName(keyFrom(name).replaceAll('_', '-'), this.#ids, '-');
    this.#ids.add(id);
    return id;
  }

  /** Adds a question to a scope. @returns its key */
  addQuestion(
    scope: Scope,
    name: string,
    { property, ui, choices }: ConvertedQuestion,
    isRequired: boolean,
  ): string {
    const key = freeName(keyFrom(name), scope.keys);
    scope.keys.add(key).add(`${key}_desc`);
    const options = choices.length > 0 ? { options: this.#list(key, choices) } : {};
    const title = String(property['title']);
    const message = /[?!:.]$/.test(title) && { errorMessage: { required: 'Please answer this question.' } };
    scope.properties[key] = { ...property, ...options, ...(isRequired && message) };
    if (isRequired) scope.required.add(key);
    if (Object.keys(ui).length > 0) scope.ui[key] = ui;
    return key;
  }

  /** Name of a list with these options, shared by questions with the same. */
  #list(key: string, choices: ConvertedQuestion['choices']): string {
    const options = choices.map(({ value, label }) => ({ value, label }));
    const text = JSON.stringify(options);
    const known = this.#lists.get(text);
    if (known !== undefined) return known;
    const wanted = choices === YES_NO ? 'yes-no' : key.replaceAll('_', '-');
    const name = freeName(wanted, new Set(this.#lists.values()), '-');
    this.#lists.set(text, name);
    this.files[`options/${name}.json`] = { $schema: '../meta/options.meta.json', options };
    return name;
  }

  /** Writes the two files of a page or block. */
  write({ file, properties, required, atLeastOne, ui }: Scope, layout: readonly LayoutNode[]): void {
    const object = {
      type: 'object',
      properties,
      required: [...required],
      ...(atLeastOne.length > 0 && { atLeastOne }),
    };
    this.files[`${file}.schema.json`] = { $schema: '../meta/page.meta.json', ...object };
    this.files[`${file}.ui.json`] = { $schema: '../meta/ui.meta.json', 'ui:layout': layout, ...ui };
  }

  /** A copy of everything written so far, with each question without a condition as its key. */
  written(): Files {
    return JSON.parse(JSON.stringify(this.files), (_name, value: unknown) =>
      isRecord(value) && 'question' in value && Object.keys(value).length === 1 ? value['question'] : value,
    );
  }
}

/** Where a part of the schema is converted to. */
export type Context = {
  readonly draft: FormDraft;
  readonly scope: Scope;
  /** Path of the object in the data. */
  readonly path: readonly string[];
  /** Entry of the object in the uiSchema. */
  readonly ui: Member | undefined;
  /** While this is true; absent: always. */
  readonly when?: Condition | undefined;
  /** Converts an object, for what contains one. */
  readonly convert: (part: Part, context: Context) => LayoutNode[];
};

/** Finds a question or group that is already converted, by its path in the data. */
export function placedAt({ scope, path }: Pick<Context, 'scope' | 'path'>, ...names: readonly string[]) {
  return scope.placed.get([...path, ...names].join('/'));
}

export function newScope(file: string, keys: Set<string> = new Set()): Scope {
  return { file, properties: {}, required: new Set(), atLeastOne: [], ui: {}, keys, placed: new Map() };
}

/** The node that shows a question or group while one of its conditions is true. */
export function shownWhen(placed: Iterable<Placed>): void {
  for (const { node, shown } of placed) if (shown) node['showWhen'] = anyOf(shown);
}
