import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import { isRecord } from '#form/definition/own-property.ts';

/** A position in one of the two files: the names and indexes that lead to it. */
export type Place = { readonly file: 'schema' | 'uiSchema'; readonly path: readonly (string | number)[] };

/** Something that was not converted, or not exactly. */
export type Note = Place & { readonly what: string; readonly why: string; readonly isLost: boolean };

/** A JSON value with its place. */
export type Member = Place & { readonly value: unknown };

/** A subschema with its references resolved and its `allOf` merged. */
export type Part = {
  readonly at: Place;
  /** Keywords except those below. */
  readonly words: ReadonlyMap<string, Member>;
  readonly properties: ReadonlyMap<string, Member>;
  readonly required: ReadonlySet<string>;
  readonly branches: readonly Branch[];
};

/** An `if`, and what its `then` and `else` add. */
export type Branch = { readonly condition: Member; readonly yes?: Member; readonly no?: Member };

/** Member names whose values stand in a path as one more step. */
export function child({ file, path, value }: Member, name: string | number): Member | undefined {
  const inside: unknown = isRecord(value) || Array.isArray(value) ? Reflect.get(value, name) : undefined;
  return inside === undefined ? undefined : { file, path: [...path, name], value: inside };
}

/** Returns the members of an object, or the items of a list. */
export function children(member: Member | undefined): readonly Member[] {
  const { value } = member ?? {};
  const names = Array.isArray(value) ? [...value.keys()] : isRecord(value) ? Object.keys(value) : [];
  return names.flatMap((name) => (member && child(member, name)) ?? []);
}

/** Last step of a member's path. */
export function nameOf({ path }: Place): string {
  return String(path.at(-1) ?? '');
}

export function textOf(member: Member | undefined): string | undefined {
  return typeof member?.value === 'string' ? member.value : undefined;
}

export function numberOf(member: Member | undefined): number | undefined {
  return typeof member?.value === 'number' ? member.value : undefined;
}

/** The two files of a form, and what could not be converted. */
export class FormSource {
  readonly schema: Member;
  readonly ui: Member;
  readonly notes: Note[] = [];
  readonly #trees: Readonly<Record<Place['file'], Node | undefined>>;
  readonly #texts: Readonly<Record<Place['file'], string>>;
  /** Places of everything that had to be converted. */
  readonly seen = new Set<string>();

  constructor(schema: string, uiSchema = '{}') {
    this.schema = { file: 'schema', path: [], value: JSON.parse(schema) };
    this.ui = { file: 'uiSchema', path: [], value: JSON.parse(uiSchema) };
    this.#texts = { schema, uiSchema };
    this.#trees = { schema: parseTree(schema), uiSchema: parseTree(uiSchema) };
  }

  /** Reports something without an equivalent. */
  lose({ file, path }: Place, what: string, why: string): void {
    this.#note({ file, path, what, why, isLost: true });
  }

  /** Reports something that is converted in another way. */
  change({ file, path }: Place, what: string, why: string): void {
    this.#note({ file, path, what, why, isLost: false });
  }

  #note(note: Note): void {
    const same = (other: Note) => pointerOf(other) === pointerOf(note) && other.what === note.what;
    if (!this.notes.some(same)) this.notes.push(note);
  }

  /** Line of a place, from 1. */
  lineOf({ file, path }: Place): number {
    const [tree, text] = [this.#trees[file], this.#texts[file]];
    const node = tree && findNodeAtLocation(tree, [...path]);
    const start = node?.parent?.type === 'property' ? node.parent : node;
    return text.slice(0, start?.offset ?? 0).split('\n').length;
  }

  /** Opens a subschema; undefined for a reference that leads nowhere or into itself. */
  open(member: Member, trail: readonly string[] = []): Part | undefined {
    const own = partOf(member);
    const reference = textOf(child(member, '$ref'));
    const parts: Part[] = [];
    if (reference !== undefined) {
      const target = trail.includes(reference) ? undefined : this.#resolve(reference);
      if (!target) {
        const why = trail.includes(reference)
          ? 'it contains itself, and a form has an end'
          : 'only references into the same file can be followed';
        this.lose(member, `"$ref": "${reference}"`, why);
        return undefined;
      }
      const opened = this.open(target, [...trail, reference]);
      if (!opened) return undefined;
      parts.push(opened);
    }
    for (const one of children(child(member, 'allOf'))) {
      const opened = this.open(one, trail);
      if (opened) parts.push(opened);
    }
    return [...parts, own].reduce(merged);
  }

  #resolve(reference: string): Member | undefined {
    if (!reference.startsWith('#')) return undefined;
    const steps = decodeURIComponent(reference.slice(1)).split('/').slice(1);
    const start: Member | undefined = this.schema;
    return steps
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<Member | undefined>((at, step) => at && child(at, step), start);
  }
}

/** Formats a path as a JSON pointer (RFC 6901). */
export function pointerOf({ file, path }: Place): string {
  const steps = path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`);
  return `${file}#${steps.join('')}`;
}

const OWN_FIELDS = new Set(['properties', 'required', 'if', 'then', 'else', 'allOf', '$ref']);

function partOf(member: Member): Part {
  const words = children(member).filter((one) => !OWN_FIELDS.has(nameOf(one)));
  const [condition, yes, no] = ['if', 'then', 'else'].map((name) => child(member, name));
  const required = children(child(member, 'required')).flatMap((one) => textOf(one) ?? []);
  return {
    at: member,
    words: new Map((Array.isArray(member.value) ? [] : words).map((one) => [nameOf(one), one])),
    properties: new Map(children(child(member, 'properties')).map((one) => [nameOf(one), one])),
    required: new Set(required),
    branches: condition ? [{ condition, ...(yes && { yes }), ...(no && { no }) }] : [],
  };
}

function merged(one: Part, other: Part): Part {
  return {
    at: other.at,
    words: new Map([...one.words, ...other.words]),
    properties: new Map([...one.properties, ...other.properties]),
    required: new Set([...one.required, ...other.required]),
    branches: [...one.branches, ...other.branches],
  };
}
