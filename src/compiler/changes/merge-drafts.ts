import type { Change } from './change.ts';
import { type Draft, sentenceOf } from './draft.ts';
import { withoutNumber } from './elements.ts';

/** Converts drafts to changes, merging equal ones in the same place or within a whole. */
export function mergeDrafts(drafts: readonly Draft[]): readonly Change[] {
  return groupDrafts(withoutContained(withoutRepeats(drafts))).map(changeOf);
}

type Group = readonly Draft[];

function changeOf(group: Group): Change {
  const [first] = group;
  if (!first) throw new Error('A change is about something.');
  const { subject: _subject, predicate, element: _element, ...change } = first;
  const subjects = [...new Set(group.map(({ subject }) => subject))];
  return { ...change, sentence: sentenceOf(subjects, predicate) };
}

/** Groups equal drafts in the same place; some kinds are never merged. */
function groupDrafts(drafts: readonly Draft[]): readonly Group[] {
  const groups = Map.groupBy(drafts, (draft, index) => {
    const { heading, place, kind, predicate, removal } = draft;
    return JSON.stringify([heading, place, kind, predicate, removal || isOrder(draft) ? index : '']);
  });
  return [...groups.values()];
}

/** Whether the draft is a reordering, which is reported individually. */
function isOrder({ kind, predicate }: Draft): boolean {
  return kind === 'moved' && !predicate.startsWith('{has} moved');
}

/** Drops drafts equal to one about the enclosing section, tab or add-another. */
function withoutContained(drafts: readonly Draft[]): readonly Draft[] {
  const wholes = drafts.filter(({ kind, element }) => kind === 'asked' && element?.part.key === undefined);
  return drafts.filter(
    (draft) =>
      !wholes.some(
        (whole) =>
          draft.kind === 'asked' &&
          draft.element?.within.includes(whole.element?.id ?? '') &&
          normalizeVerb(draft.predicate) === normalizeVerb(whole.predicate),
      ),
  );
}

/** Unifies "asked of" (questions) and "shown to" (everything else). */
function normalizeVerb(predicate: string): string {
  return predicate.replaceAll(/\bshown to (?=everybody|anybody)/g, 'asked of ').replaceAll('shown', 'asked');
}

/** Merges drafts that are equal in every instance of a repeated block. */
function withoutRepeats(drafts: readonly Draft[]): readonly Draft[] {
  const further = drafts.filter(({ element }) => (element?.instance?.number ?? 1) > 1);
  if (further.length === 0) return drafts;
  const dropped = new Set<Draft>();
  const kept = drafts.map((draft) => {
    const instance = draft.element?.instance;
    if (instance?.number !== 1) return draft;
    const repeats = further.filter((other) => isRepeat(other, draft));
    const numbers = new Set(
      further.flatMap(({ element }) =>
        element?.instance?.group === instance.group ? [element.instance.number] : [],
      ),
    );
    if (repeats.length === 0 || repeats.length < numbers.size) return draft;
    for (const repeat of repeats) dropped.add(repeat);
    const each = `Each ${withoutNumber(instance.title)}`;
    return { ...draft, heading: draft.heading.map((title) => (title === instance.title ? each : title)) };
  });
  return kept.filter((draft) => !dropped.has(draft));
}

function isRepeat(other: Draft, first: Draft): boolean {
  const [own, instance] = [first.element?.instance, other.element?.instance];
  if (!own || !instance || own.group !== instance.group) return false;
  const asFirst = (text: string): string => text.replaceAll(new RegExp(`\\b${instance.number}\\b`, 'g'), '1');
  const isSame = (text: string, of: string): boolean => text === of || asFirst(text) === of;
  return (
    other.kind === first.kind &&
    isSame(other.predicate, first.predicate) &&
    isSame(other.subject, first.subject) &&
    other.heading.length === first.heading.length
  );
}
