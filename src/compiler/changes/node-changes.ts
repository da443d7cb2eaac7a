import { isDeepStrictEqual } from 'node:util';
import { fewestInstances } from '#form/answers/instances.ts';
import type { AddAnotherNode, SectionNode, TabsNode, TextNode } from '#form/definition/definition.ts';
import type { RichText } from '#form/definition/rich-text.ts';
import { excerpt, plainText } from './elements.ts';
import type { ChangeText } from './change.ts';
import { describeTitleChange } from './message-changes.ts';
import type { ElementPair } from './order-changes.ts';
import { pairUp } from './pairs.ts';
import { quote } from './sentence-words.ts';

/** Describes changed texts of a section, paragraph, tab group, add-another or confirmation. */
export function nodeChanges({ before, after }: ElementPair): readonly ChangeText[] {
  const [old, current] = [before.node, after.node];
  if (old.kind === 'section' && current.kind === 'section') return sectionChanges(old, current);
  if (old.kind === 'text' && current.kind === 'text') return textChanges(old, current);
  if (old.kind === 'tabs' && current.kind === 'tabs')
    return after.tab
      ? describeTitleChange('The tab', before.tab?.title ?? '', after.tab.title)
      : groupChanges(old, current);
  if (old.kind === 'addAnother' && current.kind === 'addAnother') return addAnotherChanges(old, current);
  if (old.kind === 'more' && current.kind === 'more')
    return describeTitleChange('The button', old.label, current.label);
  if (old.kind !== 'confirm' || current.kind !== 'confirm') return [];
  const labels = describeTitleChange(`The ${old.trigger}`, old.label, current.label);
  if (old.trigger === current.trigger) return labels;
  return [...labels, { kind: 'look', predicate: `is now a ${current.trigger} (before: a ${old.trigger}).` }];
}

function sectionChanges(before: SectionNode, after: SectionNode): readonly ChangeText[] {
  const titles = describeTitleChange('The title', before.title, after.title);
  if (isDeepStrictEqual(before.help, after.help)) return titles;
  const predicate = helpInWords(before.help, after.help);
  return [...titles, { kind: 'reworded', subject: 'The text below the title', predicate }];
}

function helpInWords(before: RichText | undefined, after: RichText | undefined): string {
  if (after === undefined) return `is gone (before: ${quote(plainText(before ?? ''))}).`;
  if (before === undefined) return `is new: ${quote(plainText(after))}`;
  return `now reads ${quote(plainText(after))} (before: ${quote(plainText(before))}).`;
}

function textChanges(before: TextNode, after: TextNode): readonly ChangeText[] {
  if (isDeepStrictEqual(before.paragraphs, after.paragraphs)) return [];
  const { changed, added, removed } = pairUp<RichText>(before.paragraphs, after.paragraphs, [() => true]);
  const whole = excerpt(before.paragraphs);
  const found: (readonly [text: string, predicate: string])[] = [
    ...changed.map(
      ([old, current]) => [quote(plainText(old)), `now reads ${quote(plainText(current))}`] as const,
    ),
    ...added.map((text) => [whole, `now also says: ${quote(plainText(text))}`] as const),
    ...removed.map((text) => [whole, `no longer says ${quote(plainText(text))}`] as const),
  ];
  if (found.length === 0) found.push([whole, 'has its paragraphs in another order']);
  return found.map(([text, predicate]) => ({
    kind: 'reworded',
    subject: `The text ${text}`,
    predicate: `${predicate}.`,
  }));
}

function groupChanges(before: TabsNode, after: TabsNode): readonly ChangeText[] {
  const opens = after.tabs.find(({ id }) => id === after.defaultTab)?.title ?? after.defaultTab;
  const labels = describeTitleChange('The label of the tabs', before.label, after.label);
  if (before.defaultTab === after.defaultTab) return labels;
  return [...labels, { kind: 'look', predicate: `now open with ${quote(opens)}.` }];
}

function addAnotherChanges(before: AddAnotherNode, after: AddAnotherNode): readonly ChangeText[] {
  const limits: string[] = [];
  if (before.max !== after.max)
    limits.push(`can now be there up to ${after.max} times (before: ${before.max}).`);
  if (before.min !== after.min) limits.push(minimumText(fewestInstances(after)));
  return [
    ...describeTitleChange('The button', before.label, after.label),
    ...limits.map((predicate) => ({ kind: 'answers' as const, predicate })),
    ...titleChanges(before, after),
  ];
}

function minimumText(fewest: number): string {
  if (fewest === 0) return 'no longer shows before the student adds it, and the last one can be removed.';
  if (fewest === 1) return 'now shows at once, and the last one cannot be removed.';
  return `now shows ${fewest} times at once: what it requires is required in each, and none of them can be removed.`;
}

/** Describes changed instance titles, which follow one text, by the first that differs. */
function titleChanges(before: AddAnotherNode, after: AddAnotherNode): readonly ChangeText[] {
  const index = after.instances.findIndex(
    ({ title }, at) => title !== (before.instances[at]?.title ?? title),
  );
  const [old, current] = [before, after].map(({ instances }) => instances[index]?.title);
  return describeTitleChange('Each title like', old, current);
}
