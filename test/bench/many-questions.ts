import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compileSchemas } from '../../src/compiler/compile-schemas.ts';
import { isRecord } from '../../src/form/definition/own-property.ts';
import { allNodes } from '../../src/form/definition/form-part.ts';

/**
 * Copies a folder of schemas with every page several times over. Each copy has keys, ids and prefixes of its own, and
 * its conditions name the questions of the same copy.
 *
 * @returns the number of questions of the first partner
 */
export function writeManyQuestions(from: string, to: string, times: number): number {
  cpSync(from, to, { recursive: true });
  const names = namesIn(from);
  const form: unknown = JSON.parse(readFileSync(path.join(to, 'form.json'), 'utf8'));
  if (!isRecord(form) || !Array.isArray(form['pages'])) throw new Error('form.json has no pages.');
  const pages: unknown[] = [...form['pages']];
  for (let copy = 2; copy <= times; copy += 1) {
    const prefix = `c${copy}_`;
    for (const page of form['pages']) {
      if (!isRecord(page)) continue;
      const id = `${String(page['page'])}-${copy}`;
      pages.push({ page: id, path: `/${id}`, title: `${String(page['title'])} ${copy}` });
      for (const kind of ['schema', 'ui']) {
        const file = path.join(to, 'pages', `${String(page['page'])}.${kind}.json`);
        const own: unknown = JSON.parse(readFileSync(file, 'utf8'));
        const copied = JSON.stringify(renamed(own, names, prefix), undefined, 2);
        // Each file names rules of its own for the editor.
        const named = copied.replace(`/${String(page['page'])}.${kind}.json"`, `/${id}.${kind}.json"`);
        writeFileSync(path.join(to, 'pages', `${id}.${kind}.json`), named);
      }
    }
  }
  writeFileSync(path.join(to, 'form.json'), JSON.stringify({ ...form, pages }, undefined, 2));
  const [first] = compileSchemas(to).partners.values();
  return (first?.definition.pages ?? []).flatMap(({ questions }) => Object.keys(questions)).length;
}

/** Every key and id of the forms of a folder, as conditions and layouts name them. */
function namesIn(folder: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { definition } of compileSchemas(folder).partners.values()) {
    for (const { questions, layout } of definition.pages) {
      for (const key of Object.keys(questions)) names.add(key);
      for (const node of allNodes(layout)) if ('id' in node) names.add(node.id);
    }
  }
  for (const file of readdirSync(path.join(folder, 'pages'))) {
    const page: unknown = JSON.parse(readFileSync(path.join(folder, 'pages', file), 'utf8'));
    if (isRecord(page) && isRecord(page['properties']))
      for (const key of Object.keys(page['properties'])) names.add(key);
  }
  return names;
}

/** What names something else than a question or a node keeps its name, and a block its own keys. */
const OTHER_NAMES: ReadonlySet<string> = new Set([
  'kind',
  'block',
  'options',
  'ui:widget',
  'ui:category',
  'operator',
  'target',
  'title',
  'titles',
  'type',
]);

function renamed(value: unknown, names: ReadonlySet<string>, prefix: string, isByKey = true): unknown {
  if (typeof value === 'string') return names.has(value) ? prefix + value : value;
  if (Array.isArray(value)) return value.map((item: unknown) => renamed(item, names, prefix, false));
  if (!isRecord(value)) return value;
  const isBlock = value['kind'] === 'block' || value['kind'] === 'addAnother';
  const entries = Object.entries(value).map(([name, member]) => {
    const isKept = OTHER_NAMES.has(name) || (isBlock && name === 'required');
    const own = isKept ? member : renamed(member, names, prefix, name === 'properties');
    return [isByKey && names.has(name) ? prefix + name : name, own] as const;
  });
  const inner = typeof value['prefix'] === 'string' ? value['prefix'] : '';
  return Object.fromEntries([...entries, ...(isBlock ? [['prefix', prefix + inner] as const] : [])]);
}
