/** Generates the option lists based on packages. Run after updating one of them. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Option } from '#form/definition/option-list.ts';
import { standardLists } from './options/standard-lists.ts';

function writeOptionList(name: string, options: readonly Option[]): void {
  const file = new URL(`../schemas/options/${name}.json`, import.meta.url);
  const former = formerValues(file);
  const named = options.map((option) => ({ ...option, ...former.get(option.value) }));
  const text = JSON.stringify({ $schema: '../meta/options.meta.json', options: named }, null, 2);
  writeFileSync(file, `${text.replaceAll(/\[\s+("[^\]]*")\s+\]/g, inOneLine)}\n`);
  console.log(`${name}.json: ${options.length} options`);
}

/** Reads the former values from the list file, which packages do not have. */
function formerValues(file: URL): ReadonlyMap<string, Pick<WrittenOption, 'formerly'>> {
  const { options }: { options: readonly WrittenOption[] } = JSON.parse(readFileSync(file, 'utf8'));
  return new Map(options.flatMap(({ value, formerly }) => (formerly ? [[value, { formerly }]] : [])));
}

type WrittenOption = Option & { readonly formerly?: readonly string[] };

/** Puts each option on one line. */
function inOneLine(list: string): string {
  return list
    .replaceAll(/\s*\n\s*/g, ' ')
    .replace('[ ', '[')
    .replace(' ]', ']');
}

for (const [name, options] of Object.entries(standardLists())) writeOptionList(name, options);
