import { CARD_KEYS } from '#form/definition/account-cards.ts';
import type { Cursor } from '../source/cursor.ts';
import { type Fault, FaultList, type Report } from '../source/fault.ts';
import { listed, meantCure } from '../source/nearest.ts';
import type { SourceSet } from '../source/source-set.ts';

const NEEDED_FILES = ['form.json', 'partners/default.json', 'texts.json'];
const CARDS = Object.keys(CARD_KEYS);

/** The files without which nothing can be said of the others: all that leans on them would look wrong too. */
export function missingFiles(sources: SourceSet): readonly Fault[] {
  const faults = new FaultList();
  for (const name of NEEDED_FILES) if (!sources.has(name)) faults.add(missingFile(name));
  const cards = sources.pairNames('accounts');
  for (const id of CARDS) if (!cards.includes(id)) faults.add(missingCard(id));
  for (const folder of ['pages', 'blocks', 'accounts']) {
    for (const name of sources.pairNames(folder)) checkHalves(`${folder}/${name}`, sources, faults.report);
  }
  for (const entry of sources.cursor('form.json')?.at('pages')?.items() ?? []) {
    checkPageFiles(entry, sources, faults.report);
  }
  return faults.sorted();
}

function missingFile(file: string): Fault {
  const expected = `the file ${file}`;
  const place = { file, line: 1, column: 1 };
  return { code: 'missing-file', ...place, found: 'no such file', expected, cure: 'Add the file.' };
}

function missingCard(id: string): Fault {
  const name = `accounts/${id}`;
  return {
    ...missingFile(`${name}.schema.json`),
    found: `no card "${id}", without which nobody can sign up or log in`,
    expected: `${name}.schema.json and ${name}.ui.json, next to the other cards: ${listed(CARDS)}`,
    cure: 'Bring the two files back; their names must stay.',
  };
}

/** A schema file and its UI file are both there. */
function checkHalves(name: string, sources: SourceSet, report: Report): void {
  const [there, missing] = sources.has(`${name}.schema.json`) ? ['schema', 'ui'] : ['ui', 'schema'];
  if (sources.has(`${name}.${missing}.json`)) return;
  const place = { file: `${name}.${there}.json`, line: 1, column: 1 };
  report(
    { place },
    {
      code: 'missing-file',
      found: `${name}.${there}.json without ${name}.${missing}.json`,
      expected: 'both files',
      cure: `Add ${name}.${missing}.json, or correct its name.`,
    },
  );
}

function checkPageFiles(entry: Cursor, sources: SourceSet, report: Report): void {
  const at = entry.at('page');
  const id = at?.text();
  const pages = sources.pairNames('pages');
  if (!at || id === undefined || pages.includes(id)) return;
  report(at, {
    code: 'missing-file',
    found: `the page "${id}", which has no files`,
    expected: `pages/${id}.schema.json and pages/${id}.ui.json; there are ${listed(pages)}`,
    cure: meantCure(id, pages, 'Add the two files, or remove the page from the list.'),
  });
}
