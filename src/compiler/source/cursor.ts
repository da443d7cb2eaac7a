import { getNodePath, getNodeValue, type Node } from 'jsonc-parser';

/** A JSON value as in the source files. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [member: string]: Json };

/** A position: path below the schemas folder with forward slashes; line and column from 1. */
export type Place = { readonly file: string; readonly line: number; readonly column: number };

/** Converts an offset in a file to its place. */
export type PlaceOf = (offset: number) => Place;

/** Translates a text by its path in the file; undefined without a translation. */
export type Translate = (path: string, text: string) => string | undefined;

/** Fills a partner's values into a text: `Hello from {partner.name}`. */
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

  /** Path from the top of the file: `properties/city/title`. */
  get path(): string {
    return getNodePath(this.#node).join('/');
  }

  /** For an object member: the place of its name, otherwise of the value. */
  get place(): Place {
    const owner = this.#node.parent;
    const start = owner?.type === 'property' ? (owner.children?.[0] ?? this.#node) : this.#node;
    return this.#placeOf(start.offset);
  }

  at(member: string): Cursor | undefined {
    return this.members().get(member);
  }

  /** Object members in file order; empty for other values. */
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

  /** Array items; empty for other values. */
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

  /** A number, or a text filled with one: `"{partner.character_limit}"`. */
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

  /** Items of an array member; empty if absent. */
  list(member: string): readonly Cursor[] {
    return this.at(member)?.items() ?? [];
  }

  /** Strings of an array, without other items. */
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

  /** The value exactly as in the file. */
  raw(): unknown {
    return getNodeValue(this.#node);
  }
}
