import type { Cursor, Fill } from './cursor.ts';
import { placedNames } from './layout-cursor.ts';
import type { SourceFile } from './source-file.ts';
import type { Translation } from './translation.ts';

/** A schema file with its UI file: a page, a block or a card. */
export type FilePair = {
  /** `pages/about`, `blocks/address`. */
  readonly name: string;
  readonly schema: Cursor;
  readonly ui: Cursor;
  /** The members of `properties` that the partner asks, or that no layout places. */
  readonly properties: ReadonlyMap<string, Cursor>;
  /** Keys of `properties` that only nodes of other partners ask. */
  readonly elsewhere: ReadonlySet<string>;
  readonly required: ReadonlySet<string>;
};

/** How files are read: filled for a partner (none: nodes of all), and in which language. */
export type View = {
  readonly fill: Fill;
  readonly partner?: string;
  readonly translation?: Translation | undefined;
};

/** The source files as one partner sees them. */
export class SourceSet {
  /** The partner whose nodes are seen; undefined when those of all are. */
  readonly partner: string | undefined;
  readonly #files: ReadonlyMap<string, SourceFile>;
  readonly #fill: Fill;
  /** The language in which the files are read; undefined: the one in which they are written. */
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

  /** The top value of a file; absent when there is no such file or it cannot be read. */
  cursor(name: string): Cursor | undefined {
    if (!this.#cursors.has(name)) {
      const file = this.#files.get(name);
      this.#cursors.set(name, file?.cursor(this.#fill, this.translation?.translate(name)));
    }
    return this.#cursors.get(name);
  }

  /** Names without the ending: `namesIn('blocks', '.ui.json')` gives `address`, … */
  namesIn(folder: string, ending = '.json'): readonly string[] {
    return [...this.#files.keys()]
      .filter((name) => name.startsWith(`${folder}/`) && name.endsWith(ending))
      .map((name) => name.slice(folder.length + 1, -ending.length));
  }

  /** Names of all pairs in a folder, also those of which only one file is there. */
  pairNames(folder: string): readonly string[] {
    return [
      ...new Set([...this.namesIn(folder, '.schema.json'), ...this.namesIn(folder, '.ui.json')]),
    ].toSorted();
  }

  pair(name: string): FilePair | undefined {
    if (!this.#pairs.has(name)) this.#pairs.set(name, this.#readPair(name));
    return this.#pairs.get(name);
  }

  /** All whole pairs of these folders: `pages`, `blocks`, `accounts`. */
  pairs(...folders: readonly string[]): readonly FilePair[] {
    return folders.flatMap((folder) =>
      this.pairNames(folder).flatMap((name) => this.pair(`${folder}/${name}`) ?? []),
    );
  }

  /** The readable files of a folder, by name without the ending. */
  filesIn(folder: string): ReadonlyMap<string, Cursor> {
    const files = this.namesIn(folder).map((name) => [name, this.cursor(`${folder}/${name}.json`)] as const);
    return new Map(files.flatMap(([name, file]) => (file ? [[name, file] as const] : [])));
  }

  /** The options of a list; none for a list of years. */
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
