import { isDeepStrictEqual } from 'node:util';
import type { AddAnotherNode, SectionNode, TabsNode, TextNode } from '#form/definition/definition.ts';
import type { RichText } from '#form/definition/rich-text.ts';
import { excerpt, plainText, withoutNumber } from './elements.ts';
import type { Happened } from './change.ts';
import type { TwoElements } from './order-changes.ts';
import { pairUp } from './pairs.ts';
import { quoted, quotedApart } from './sentence-words.ts';

/** What a section, a text, tabs, an add-another or a confirmation say otherwise than before. */
export function nodeChanges({ before, after }: TwoElements): readonly Happened[] {
  const [old, current] = [before.node, after.node];
  if (old.kind === 'section' && current.kind === 'section') return sectionChanges(old, current);
  if (old.kind === 'text' && current.kind === 'text') return textChanges(old, current);
  if (old.kind === 'tabs' && current.kind === 'tabs')
    return after.tab ? tabChanges(before.tab?.title ?? '', after.tab.title) : groupChanges(old, current);
  if (old.kind === 'addAnother' && current.kind === 'addAnother') return addAnotherChanges(old, current);
  if (old.kind !== 'confirm' || current.kind !== 'confirm') return [];
  return [
    ...relabelled(`The ${old.trigger}`, old.label, current.label),
    ...(old.trigger === current.trigger
      ? []
      : [{ kind: 'look' as const, happened: `is now a ${current.trigger} (before: a ${old.trigger}).` }]),
  ];
}

function relabelled(
  subject: string,
  before: string | undefined,
  after: string | undefined,
): readonly Happened[] {
  if (before === after) return [];
  if (after === undefined)
    return [
      { kind: 'reworded', subject: `${subject} ${quoted(before ?? '')}`, happened: 'no longer has a title.' },
    ];
  if (before === undefined)
    return [{ kind: 'reworded', subject, happened: `now has the title ${quoted(after)}.` }];
  return [
    { kind: 'reworded', subject: `${subject} ${quoted(before)}`, happened: `now reads ${quoted(after)}.` },
  ];
}

function sectionChanges(before: SectionNode, after: SectionNode): readonly Happened[] {
  const [old, current] = [before.help, after.help];
  const help: readonly Happened[] = isDeepStrictEqual(old, current)
    ? []
    : [{ kind: 'reworded', subject: 'The text below the title', happened: helpInWords(old, current) }];
  return [...relabelled('The title', before.title, after.title), ...help];
}

function helpInWords(before: RichText | undefined, after: RichText | undefined): string {
  if (after === undefined) return `is gone (before: ${quoted(plainText(before ?? ''))}).`;
  if (before === undefined) return `is new: ${quoted(plainText(after))}`;
  const [was, is] = quotedApart(plainText(before), plainText(after));
  return `now reads ${is} (before: ${was}).`;
}

function textChanges(before: TextNode, after: TextNode): readonly Happened[] {
  const { changed, added, removed } = pairUp<RichText>(before.paragraphs, after.paragraphs, [() => true]);
  const found = [
    ...changed.map(([old, current]) => {
      const [was, is] = quotedApart(plainText(old), plainText(current));
      return reads(`The text ${was}`, `now reads ${is}`);
    }),
    ...added.map((text) =>
      reads(`The text ${excerpt(before.paragraphs)}`, `now also says: ${quoted(plainText(text))}`),
    ),
    ...removed.map((text) =>
      reads(`The text ${excerpt(before.paragraphs)}`, `no longer says ${quoted(plainText(text))}`),
    ),
  ];
  if (found.length > 0 || isDeepStrictEqual(before.paragraphs, after.paragraphs)) return found;
  return [reads(`The text ${excerpt(before.paragraphs)}`, 'has its paragraphs in another order')];
}

function reads(subject: string, happened: string): Happened {
  return { kind: 'reworded', subject, happened: `${happened}.` };
}

function tabChanges(before: string, after: string): readonly Happened[] {
  return relabelled('The tab', before, after);
}

function groupChanges(before: TabsNode, after: TabsNode): readonly Happened[] {
  const opens = after.tabs.find(({ id }) => id === after.defaultTab)?.title ?? after.defaultTab;
  return [
    ...relabelled('The label of the tabs', before.label, after.label),
    ...(before.defaultTab === after.defaultTab
      ? []
      : [{ kind: 'look' as const, happened: `now open with ${quoted(opens)}.` }]),
  ];
}

function addAnotherChanges(before: AddAnotherNode, after: AddAnotherNode): readonly Happened[] {
  const most =
    before.max === after.max ? [] : [`can now be there up to ${after.max} times (before: ${before.max}).`];
  const least =
    before.min === after.min
      ? []
      : [
          after.min === 0
            ? 'no longer shows before the student adds it, and the last one can be removed.'
            : 'now shows at once, and the last one cannot be removed.',
        ];
  return [
    ...relabelled('The button', before.label, after.label),
    ...[...most, ...least].map((happened) => ({ kind: 'answers' as const, happened })),
    ...titleChanges(before, after),
  ];
}

/** The titles of the instances: those that only differ in the number are said once. */
function titleChanges(before: AddAnotherNode, after: AddAnotherNode): readonly Happened[] {
  const changed = after.instances.flatMap(({ title }, index) => {
    const old = before.instances[index]?.title;
    return old === undefined || old === title ? [] : [{ number: index + 1, old, title }];
  });
  const [first, ...others] = changed;
  if (!first) return [];
  const numbered = (text: string, number: number): string =>
    text.replaceAll(new RegExp(`\\b${number}\\b`, 'g'), String(first.number));
  const isRegular = others.every(
    ({ number, old, title }) =>
      numbered(old, number) === first.old && numbered(title, number) === first.title,
  );
  if (!isRegular || others.length === 0)
    return changed.flatMap(({ old, title }) => relabelled('The title', old, title));
  return relabelled('Each title', withoutNumber(first.old), withoutNumber(first.title)).map((each) =>
    withoutNumber(first.old) === withoutNumber(first.title)
      ? { ...each, happened: `now reads ${quoted(first.title)} with its number.` }
      : each,
  );
}
