import { isRecord } from '#form/definition/own-property.ts';
import { ifThen } from '../check/ui-meta.ts';
import type { NameDescriptions } from './names-in-files.ts';

export type Schema = Readonly<Record<string, unknown>>;

/** Allowed names per kind of `"names": "<kind>"` in a meta-schema; a missing kind allows any. */
export type NameKinds = Readonly<Record<string, NameDescriptions | undefined>>;

/** Schema members whose keys are names instead of keywords. */
const MAPS: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'definitions']);

/** Schema members that hold values or lists of values. */
const VALUES: ReadonlySet<string> = new Set(['enum', 'const', 'required', 'type', 'enumDescriptions']);

/** Kind of name → editor message for an unknown one. */
const WRONG: Readonly<Record<string, string>> = {
  list: 'There is no list of this name in schemas/options.',
  block: 'There is no block of this name in schemas/blocks.',
  directory: 'There is no directory of this name in schemas/directories.',
  partner: 'There is no partner of this name in schemas/partners.',
  picture: 'There is no such picture in schemas/partners.',
  page: 'There is no page of this name in form.json.',
  pageFile: 'There is no page of this name in schemas/pages.',
  text: 'There is no such text in schemas/texts.json.',
  ownKey: 'No question of this file has this key.',
  fillKey: 'No question of this file, or of a block that it places, has this key.',
  question: 'No question has this key.',
  formKey: 'No question of a page has this key.',
  term: 'The question for the term has no such choice.',
  answered: 'No question has this key, and no tab group or confirmation this id.',
  condition: 'No condition has this name in "ui:conditions".',
};

/** Inserts existing names into a meta-schema; moves descriptions, since draft-07 ignores siblings of `$ref`. */
export class Specializer {
  readonly #names: NameKinds;
  readonly #definitions: Readonly<Record<string, unknown>>;

  /** @param definitions referenced by the schemas, as in the meta-schema */
  constructor(names: NameKinds, definitions: Readonly<Record<string, unknown>>) {
    this.#names = names;
    this.#definitions = definitions;
  }

  /** Returns all definitions, without descriptions, and the names of each kind. */
  definitions(): Readonly<Record<string, Schema>> {
    const entries = Object.entries(this.#definitions).map(([name, definition]) => {
      const { title: _title, description: _description, ...rest } = this.schema(definition);
      return [name, rest] as const;
    });
    const lists = Object.entries(this.#names).flatMap(([kind, names]) =>
      names ? [[`${kind}-names`, oneOf(names, WRONG[kind] ?? '')] as const] : [],
    );
    return Object.fromEntries([...entries, ...lists]);
  }

  schema(value: unknown): Schema {
    if (!isRecord(value)) return {};
    const { $ref, $id: _id, $comment: _comment, names, ...own } = value;
    const rest = Object.fromEntries(
      Object.entries(own).map(([keyword, inner]) => [keyword, this.#member(keyword, inner)]),
    );
    if (typeof $ref === 'string') return this.#reference($ref, rest);
    return typeof names === 'string' ? this.named(rest, names) : rest;
  }

  /** Restricts a schema to the names of a kind. */
  named(schema: Schema, kind: string): Schema {
    const names = this.#names[kind];
    if (!names) return schema;
    const allowed = { $ref: `#/definitions/${kind}-names` };
    if (Object.keys(schema).length === 0) return allowed;
    const others = Array.isArray(schema['allOf']) ? schema['allOf'] : [];
    if (!Array.isArray(schema['type'])) {
      // Unknown names would also be underlined for their format.
      const { pattern: _pattern, minLength: _minLength, ...rest } = schema;
      return { ...rest, allOf: [...others, allowed] };
    }
    // Non-strings are not names here; `examples` are the editor's suggestions.
    return {
      ...schema,
      examples: [...names.keys()],
      allOf: [...others, ifThen({ type: 'string' }, allowed)],
    };
  }

  #member(keyword: string, value: unknown): unknown {
    if (VALUES.has(keyword)) return value;
    if (Array.isArray(value)) return value.map((item) => (isRecord(item) ? this.schema(item) : item));
    if (!isRecord(value)) return value;
    if (!MAPS.has(keyword)) return this.schema(value);
    return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, this.schema(schema)]));
  }

  #reference(ref: string, own: Schema): Schema {
    const name = ref.replace(/^(?:condition\.meta\.json)?#\/definitions\//, '').replace(/\.meta\.json$/, '');
    const target = this.#definitions[name];
    if (!isRecord(target)) return { $ref: ref, ...own };
    const { description, type } = target;
    return {
      ...(description === undefined ? {} : { description }),
      ...(type === undefined ? {} : { type }),
      ...own,
      allOf: [{ $ref: `#/definitions/${name}` }],
    };
  }
}

/** Schema of a string that is one of these names. */
export function oneOf(names: NameDescriptions, errorMessage: string): Schema {
  if (names.size === 0) return { not: {}, errorMessage };
  return { enum: [...names.keys()], enumDescriptions: [...names.values()], errorMessage };
}

/** Condition of a rule on a member; adds no editor suggestions. */
export function memberIs(member: string, values: Iterable<string>): Schema {
  const escaped = [...values].map((value) => value.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return {
    type: 'object',
    required: [member],
    properties: { [member]: { type: 'string', pattern: `^(?:${escaped.join('|')})$`, doNotSuggest: true } },
  };
}
