import { CARD_KEYS } from '#form/definition/account-cards.ts';
import type { Context } from '../compile/context.ts';
import { answerType } from '../compile/question-shape.ts';
import type { Cursor } from '../source/cursor.ts';
import { type Fault, FaultList, type Report } from '../source/fault.ts';
import { keyCure } from '../source/names.ts';
import { quoteNames, nearestCure, nearest } from '../source/nearest.ts';
import type { FilePair, SourceSet } from '../source/source-set.ts';
import { checkWidgets } from './check-widgets.ts';
import { checkFills } from './check-fills.ts';
import { checkLayout } from './check-layout.ts';
import { checkProperty } from './check-property.ts';
import { checkNoNotices } from './check-relation.ts';
import { checkLinks } from './words/check-links.ts';
import { ownProperty } from '#form/definition/own-property.ts';

const NEEDED_FILES = ['form.json', 'partners/default.json', 'texts.json'];
const CARDS = Object.keys(CARD_KEYS);

/** Reports missing files that everything else depends on. */
export function missingFiles(sources: SourceSet): readonly Fault[] {
  const faults = new FaultList();
  for (const name of NEEDED_FILES) if (!sources.has(name)) faults.add(missingFile(name));
  const cards = sources.pairNames('accounts');
  for (const id of CARDS) if (!cards.includes(id)) faults.add(missingCard(id));
  for (const folder of ['pages', 'blocks', 'accounts']) {
    for (const name of sources.pairNames(folder)) checkHalves(`${folder}/${name}`, sources, faults.report);
  }
  for (const entry of sources.cursor('form.json')?.list('pages') ?? []) {
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
    expected: `${name}.schema.json and ${name}.ui.json, next to the other cards: ${quoteNames(CARDS)}`,
    cure: 'Bring the two files back; their names must stay.',
  };
}

/** Checks that a schema file and its UI file both exist. */
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
    expected: `pages/${id}.schema.json and pages/${id}.ui.json; there are ${quoteNames(pages)}`,
    cure: nearestCure(id, pages, 'Add the two files, or remove the page from the list.'),
  });
}

/** Checks the rules between a schema file and its UI file. */
export function checkPair(pair: FilePair, context: Context): void {
  const { report } = context;
  for (const [key, property] of pair.properties) {
    checkProperty(key, property, context);
    if (pair.name.startsWith('accounts/')) checkNoNotices(property, context);
  }
  const alternatives = pair.schema.list('atLeastOne').flatMap((group) => group.list('keys'));
  for (const item of [...pair.schema.list('required'), ...alternatives]) {
    const key = item.text() ?? '';
    if (pair.properties.has(key) || pair.elsewhere.has(key)) continue;
    report(item, {
      code: 'unknown-key',
      found: `"${key}" among the required keys`,
      expected: `a key of this file: ${quoteNames(pair.properties.keys())}`,
      cure: keyCure(key, pair.properties, 'Remove it from the list, or add the question.'),
    });
  }
  for (const [index, item] of alternatives.entries()) {
    const isRepeated = alternatives.slice(0, index).some((other) => other.text() === item.text());
    checkAlternative(item, isRepeated, pair, report);
  }
  checkLayout(pair, context);
  checkWidgets(pair, context);
  checkFills(pair, context);
  checkLinks(pair, context);
}

/** Checks a question of "atLeastOne": optional, in one group, and no box, which is answered when unchecked. */
function checkAlternative(item: Cursor, isRepeated: boolean, pair: FilePair, report: Report): void {
  const key = item.text() ?? '';
  const property = pair.properties.get(key);
  const isRequired = pair.required.has(key) || property?.at('requiredWhen') !== undefined;
  const isBox = property !== undefined && answerType(property) === 'boolean';
  if (!isRequired && !isBox && !isRepeated) return;
  report(item, {
    code: 'alternative-does-not-fit',
    found: `"${key}" in "atLeastOne"${isRequired ? ', which can be required by itself' : isBox ? ', which is a box to check' : ' a second time'}`,
    expected: 'optional questions, each in one group',
    cure: isBox
      ? 'Ask with a list ("type": "array") and "minItems": 1, or remove it here.'
      : 'Remove it here, or its other requirement.',
  });
}

/** Checks that each log-in card asks exactly what the client and server read. */
export function checkCards({ sources, report }: Context): void {
  for (const pair of sources.pairs('accounts')) {
    const id = pair.name.replace('accounts/', '');
    const keys = ownProperty<readonly string[]>(CARD_KEYS, id);
    if (keys) checkKeys(id, keys, { pair, report });
    else
      report(pair.schema, {
        code: 'card',
        found: `the log-in card "${id}", which no screen shows`,
        expected: `one of the cards ${quoteNames(Object.keys(CARD_KEYS))}`,
        cure: 'Remove the two files.',
      });
  }
}

type Card = Pick<Context, 'report'> & { readonly pair: FilePair };

function checkKeys(id: string, keys: readonly string[], { pair, report }: Card): void {
  const expected = `the questions ${quoteNames(keys)}, which the server reads by these keys`;
  const missing = keys.filter((key) => !pair.properties.has(key));
  for (const [key, at] of pair.properties) {
    const former = at.at('formerly');
    if (former)
      report(former, {
        code: 'card',
        found: `former names of "${key}" on the card "${id}"`,
        expected: 'none: what is written on a card is not stored as an answer',
        cure: 'Remove "formerly".',
      });
    if (keys.includes(key)) continue;
    const meant = nearest(key, missing) ?? missing[0];
    const cure = meant === undefined ? 'Remove it: nothing reads its answer.' : `Name it "${meant}" again.`;
    report(at, { code: 'card', found: `the question "${key}" on the card "${id}"`, expected, cure });
  }
  const renamed = [...pair.properties.keys()].some((key) => !keys.includes(key));
  for (const key of renamed ? [] : missing) {
    report(pair.schema.at('properties') ?? pair.schema, {
      code: 'card',
      found: `the card "${id}" without the question "${key}"`,
      expected,
      cure: `Bring the question "${key}" back, and place it in the layout.`,
    });
  }
}
