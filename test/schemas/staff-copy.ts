import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_PATHS } from '#compiler/source/schema-paths.ts';
import { isRecord } from '#form/definition/own-property.ts';

export type Members = Record<string, unknown>;
type SchemaFile = { properties: Members; required: string[] };
type UiFile = Members & { 'ui:layout': unknown[] };

const GUIDE_FORM = path.resolve(import.meta.dirname, '../fixtures/forms/guide');

/** Writes the form on which the examples of the guides are tested, so that our own can change. */
export function writeGuideForm(folder: string): string {
  for (const name of ['accounts', 'api', 'meta', 'texts.json'])
    cpSync(path.join(PROJECT_PATHS.schemasFolder, name), path.join(folder, name), { recursive: true });
  cpSync(GUIDE_FORM, folder, { recursive: true });
  return folder;
}

/** A copy of the guides' form, changed as the guides make staff change it. */
export class StaffCopy {
  readonly folder: string;

  /** @param folder an empty folder, which gets the copy */
  constructor(folder: string) {
    this.folder = writeGuideForm(folder);
  }

  /** Changes a file; one that is not there yet begins with no members. */
  edit(name: string, change: (file: Members) => Members): void {
    const isThere = existsSync(path.join(this.folder, name));
    const members: Members = isThere ? JSON.parse(this.#text(name)) : {};
    this.#write(name, change(members));
  }

  /** Says of a question what may be answered. One that is nowhere yet is asked at the end of the last steps. */
  ask(properties: Members): void {
    for (const [key, property] of Object.entries(properties)) {
      const pair = this.pairOf(key);
      this.editSchema(pair, (file) => {
        file.properties[key] = property;
      });
      this.editUi(pair, (file) => {
        if (!JSON.stringify(file).includes(`"${key}"`)) file['ui:layout'].push(key);
      });
    }
  }

  /** Asks questions that the widget of another draws. */
  askInside(properties: Members): void {
    this.editSchema('pages/final-steps', (file) => Object.assign(file.properties, properties));
  }

  /** Says of questions how they look. */
  draw(entries: Members): void {
    for (const [key, entry] of Object.entries(entries)) {
      this.editUi(this.pairOf(key), (file) => {
        file[key] = entry;
      });
    }
  }

  /** Offers a major, in place of the one with its value. */
  addMajor(option: Members): void {
    this.edit('options/majors.json', (file) => {
      const others = [file['options']].flat().filter((one) => Object(one).value !== option['value']);
      return { ...file, options: [...others, option] };
    });
  }

  /** Says that something is asked no more. */
  retire(entry: Members): void {
    this.edit('retired.json', (file) => ({ ...file, retired: [...[file['retired']].flat(), entry] }));
  }

  /** Writes members into the first part of the layouts of a page of which something is true. */
  writeInto(isMeant: (part: Members) => boolean, members: Members): void {
    let isWritten = false;
    for (const pair of this.#pairs().filter((name) => name.startsWith('pages/'))) {
      this.editUi(pair, (file) => {
        const layout = JSON.stringify(file['ui:layout'], (_name, part: unknown) => {
          if (isWritten || !isRecord(part) || !isMeant(part)) return part;
          isWritten = true;
          return { ...part, ...members };
        });
        file['ui:layout'] = JSON.parse(layout);
      });
    }
  }

  /** Puts a node at the end of a layout, in place of the questions in it, or of itself where a guide was followed before. */
  place(pair: string, node: Members, keys: readonly string[] = []): void {
    const isTaken = (child: unknown): boolean =>
      keys.some((key) => child === key || (isRecord(child) && child['question'] === key)) ||
      (isRecord(child) && child['id'] !== undefined && child['id'] === node['id']);
    this.editUi(pair, (file) => {
      file['ui:layout'] = [...file['ui:layout'].filter((child) => !isTaken(child)), node];
    });
  }

  editSchema(pair: string, change: (file: SchemaFile) => void): void {
    const file: SchemaFile = JSON.parse(this.#text(`${pair}.schema.json`));
    change(file);
    this.#write(`${pair}.schema.json`, file);
  }

  editUi(pair: string, change: (file: UiFile) => void): void {
    const file: UiFile = JSON.parse(this.#text(`${pair}.ui.json`));
    change(file);
    this.#write(`${pair}.ui.json`, file);
  }

  /** Cuts what may be answered out of the file of a page and pastes it into that of another. */
  moveProperties(keys: readonly string[], from: string, to: string): void {
    this.editSchema(from, (source) => {
      this.editSchema(to, (target) => {
        Object.assign(target.properties, cutOut(source.properties, keys));
        target.required.push(...source.required.filter((key) => keys.includes(key)));
      });
      source.required = source.required.filter((key) => !keys.includes(key));
    });
  }

  /** Cuts a section and how its questions look out of the file of a page and pastes both into that of another. */
  moveSection(id: string, keys: readonly string[], from: string, to: string): void {
    const isIt = (node: unknown): boolean => isRecord(node) && node['id'] === id;
    this.editUi(from, (source) => {
      this.editUi(to, (target) => {
        target['ui:layout'].push(...source['ui:layout'].filter(isIt));
        Object.assign(target, cutOut(source, keys));
      });
      source['ui:layout'] = source['ui:layout'].filter((node) => !isIt(node));
    });
  }

  /** The page or block that asks a question; the last steps where none does. */
  pairOf(key: string): string {
    return this.#pairs().find((pair) => this.#has(pair, key)) ?? 'pages/final-steps';
  }

  #text(name: string): string {
    return readFileSync(path.join(this.folder, name), 'utf8');
  }

  #write(name: string, content: object): void {
    const file = path.join(this.folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(content, null, 2));
  }

  /** Pages and blocks, by the names of their two files. */
  #pairs(): readonly string[] {
    return ['pages', 'blocks'].flatMap((room) =>
      readdirSync(path.join(this.folder, room))
        .filter((name) => name.endsWith('.schema.json'))
        .map((name) => `${room}/${name.replace('.schema.json', '')}`),
    );
  }

  #has(pair: string, key: string): boolean {
    const file: SchemaFile = JSON.parse(this.#text(`${pair}.schema.json`));
    return key in file.properties;
  }
}

/** Takes what is there of some members out of an object. */
function cutOut(from: Members, keys: readonly string[]): Members {
  const cut = Object.fromEntries(Object.entries(from).filter(([key]) => keys.includes(key)));
  for (const key of keys) delete from[key];
  return cut;
}
