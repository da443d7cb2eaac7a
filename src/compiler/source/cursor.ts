import { getNodePath, getNodeValue, type Node } from 'jsonc-parser';

/** A JSON value as the source files hold it. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [member: string]: Json };

/** Where something is: a path below the schemas folder, with forward slashes; line and column from 1. */
export type Place = { readonly file: string; readonly line: number; readonly column: number };

/** The place of an offset in the text of a file. */
export type PlaceOf = (offset: number) => Place;

/** What is said of a text in another language, by its path in the file and what it says; undefined: nothing. */
export type Translate = (path: string, text: string) => string | undefined;

/** Puts a partner's values into a text: `Hello from {partner.name}`. */
export type Fill = (text: string) => string;

/** A JSON value with its place. Wrong types read as absent: the meta-schemas report them. */
export class Cursor {
  readonly #placeOf: PlaceOf;
  readonly #node: Node;
  readonly #fill: Fill;
  readonly #translate: Translate | undefined;
  #members: ReadonlyMap<string, Cursor> | undefined;

  constructor(placeOf: PlaceOf, node: Node, fill: Fill, translate?: Translate) {
    this.#placeOf = placeOf;
    this.#node = node;
    this.#fill = fill;
    this.#translate = translate;
  }

  /** The way to it from the top of the file: `properties/city/title`. */
  get path(): string {
    return getNodePath(this.#node).join('/');
  }

  /** For a member of an object: the place of its name, otherwise of the value. */
  get place(): Place {
    const owner = this.#node.parent;
    const start = owner?.type === 'property' ? (owner.children?.[0] ?? this.#node) : this.#node;
    return this.#placeOf(start.offset);
  }

  at(member: string): Cursor | undefined {
    return this.members().get(member);
  }

  /** Members of an object in the order of the file; none for anything else. */
  members(): ReadonlyMap<string, Cursor> {
    this.#members ??= this.#readMembers();
    return this.#members;
  }

  #readMembers(): ReadonlyMap<string, Cursor> {
    const members = new Map<string, Cursor>();
    if (this.#node.type !== 'object') return members;
    for (const property of this.#node.children ?? []) {
      const [name, value] = property.children ?? [];
      if (typeof name?.value === 'string' && value) members.set(this.#fill(name.value), this.#below(value));
    }
    return members;
  }

  /** Items of an array; none for anything else. */
  items(): readonly Cursor[] {
    if (this.#node.type !== 'array') return [];
    return (this.#node.children ?? []).map((item) => this.#below(item));
  }

  text(): string | undefined {
    const value: unknown = this.#node.value;
    if (typeof value !== 'string') return undefined;
    return this.#fill(this.#translate?.(this.path, value) ?? value);
  }

  #below(node: Node): Cursor {
    return new Cursor(this.#placeOf, node, this.#fill, this.#translate);
  }

  /** A number, or a text that a partner's value fills with one: `"{partner.character_limit}"`. */
  number(): number | undefined {
    const value: unknown = this.#node.value;
    if (typeof value === 'number') return value;
    const filled = typeof value === 'string' ? this.#fill(value) : '';
    return filled !== value && /^\d+$/.test(filled) ? Number(filled) : undefined;
  }

  flag(): boolean | undefined {
    const value: unknown = this.#node.value;
    return typeof value === 'boolean' ? value : undefined;
  }

  isObject(): boolean {
    return this.#node.type === 'object';
  }

  /** Items of a member that is an array; none without it. */
  list(member: string): readonly Cursor[] {
    return this.at(member)?.items() ?? [];
  }

  /** The texts of an array, other items left out. */
  texts(): readonly string[] {
    return this.items().flatMap((item) => item.text() ?? []);
  }

  /** The whole value as plain JSON, partner values filled in. */
  json(): Json {
    if (this.isObject()) {
      return Object.fromEntries([...this.members()].map(([name, member]) => [name, member.json()]));
    }
    if (this.#node.type === 'array') return this.items().map((item) => item.json());
    return this.text() ?? this.number() ?? this.flag() ?? null;
  }

  /** The value exactly as the file has it. */
  raw(): unknown {
    return getNodeValue(this.#node);
  }
}
