import type { Cursor, Fill } from './cursor.ts';
import { placedNames } from './layout-nodes.ts';
import type { SourceFile } from './source-file.ts';
import type { Translation } from './translation.ts';

/** A schema file with its UI file: a page, a block or a card. */
export type FilePair = {
  /** `pages/about`, `blocks/address`. */
  readonly name: string;
  readonly schema: Cursor;
  readonly ui: Cursor;
  /** Properties that the partner asks, or that no layout places. */
  readonly properties: ReadonlyMap<string, Cursor>;
  /** Keys of `properties` that only nodes of other partners ask. */
  readonly elsewhere: ReadonlySet<string>;
  readonly required: ReadonlySet<string>;
};

/** Partner (undefined: all) and language for reading the files. */
export type View = {
  readonly fill: Fill;
  readonly partner?: string;
  readonly translation?: Translation | undefined;
};

/** The source files as seen by one partner. */
export class SourceSet {
  /** Partner whose nodes are visible; undefined for all. */
  readonly partner: string | undefined;
  readonly #files: ReadonlyMap<string, SourceFile>;
  readonly #fill: Fill;
  /** Language of the texts; undefined for the original. */
  readonly translation: Translation | undefined;
  #whole: SourceSet | undefined;
  readonly #cursors = new Map<string, Cursor | undefined>();
  readonly #pairs = new Map<string, FilePair | undefined>();

  constructor(files: ReadonlyMap<string, SourceFile>, { fill, partner, translation }: View) {
    this.#files = files;
    this.#fill = fill;
    this.translation = translation;
    this.partner = partner;
  }

  /** The same texts with the nodes of all partners. */
  get whole(): SourceSet {
    if (this.partner === undefined) return this;
    this.#whole ??= new SourceSet(this.#files, { fill: this.#fill, translation: this.translation });
    return this.#whole;
  }

  has(name: string): boolean {
    return this.#files.has(name);
  }

  /** Returns the root value of a file; undefined if missing or unreadable. */
  cursor(name: string): Cursor | undefined {
    if (!this.#cursors.has(name)) {
      const file = this.#files.get(name);
      this.#cursors.set(name, file?.cursor(this.#fill, this.translation?.translate(name)));
    }
    return this.#cursors.get(name);
  }

  /** Returns names without the extension: `namesIn('blocks', '.ui.json')` gives `address`, … */
  namesIn(folder: string, ending = '.json'): readonly string[] {
    return [...this.#files.keys()]
      .filter((name) => name.startsWith(`${folder}/`) && name.endsWith(ending))
      .map((name) => name.slice(folder.length + 1, -ending.length));
  }

  /** Returns the names of all pairs in a folder, including incomplete ones. */
  pairNames(folder: string): readonly string[] {
    return [
      ...new Set([...this.namesIn(folder, '.schema.json'), ...this.namesIn(folder, '.ui.json')]),
    ].toSorted();
  }

  pair(name: string): FilePair | undefined {
    if (!this.#pairs.has(name)) this.#pairs.set(name, this.#readPair(name));
    return this.#pairs.get(name);
  }

  /** Returns all complete pairs of these folders: `pages`, `blocks`, `accounts`. */
  pairs(...folders: readonly string[]): readonly FilePair[] {
    return folders.flatMap((folder) =>
      this.pairNames(folder).flatMap((name) => this.pair(`${folder}/${name}`) ?? []),
    );
  }

  /** Returns the readable files of a folder, by name without the extension. */
  filesIn(folder: string): ReadonlyMap<string, Cursor> {
    const files = this.namesIn(folder).map((name) => [name, this.cursor(`${folder}/${name}.json`)] as const);
    return new Map(files.flatMap(([name, file]) => (file ? [[name, file] as const] : [])));
  }

  /** Returns the options of a list; empty for a list of years. */
  options(list: string): readonly Cursor[] {
    return this.cursor(`options/${list}.json`)?.list('options') ?? [];
  }

  #readPair(name: string): FilePair | undefined {
    const schema = this.cursor(`${name}.schema.json`);
    const ui = this.cursor(`${name}.ui.json`);
    if (!schema || !ui) return undefined;
    const all = schema.at('properties')?.members() ?? new Map<string, Cursor>();
    const here = placedNames(ui, this.partner);
    const elsewhere = new Set([...placedNames(ui, undefined)].filter((key) => !here.has(key)));
    const properties = new Map([...all].filter(([key]) => !elsewhere.has(key)));
    const required = new Set(schema.at('required')?.texts());
    return { name, schema, ui, properties, elsewhere, required };
  }
}
