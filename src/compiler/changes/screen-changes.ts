import type { FormState, PageDefinition } from '#form/definition/definition.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import { conjunctionOf } from '../compile/negate.ts';
import { stateInWords } from '../prove/witness.ts';
import type { Witness } from '../source/fault.ts';
import { additionOf, removalOf } from './additions.ts';
import type { ChangeText } from './change.ts';
import { type FormPair, type ConditionPhrases, conditionChange } from './condition-changes.ts';
import { clearingChanges, requirementChanges } from './requirement-changes.ts';
import type { Draft } from './draft.ts';
import { type FormElement, elementsOf } from './elements.ts';
import { limitChanges } from './limit-changes.ts';
import { nodeChanges } from './node-changes.ts';
import { optionChanges } from './option-changes.ts';
import { type ElementPair, orderChanges, rowChanges } from './order-changes.ts';
import { pairUp, sameSections } from './pairs.ts';
import { questionChanges } from './question-changes.ts';

/** Both versions of the pages of a form, or of one log-in card. */
export type ScreenPair = {
  readonly before: readonly PageDefinition[];
  readonly after: readonly PageDefinition[];
  readonly isCard: boolean;
};

/** Lists the changes to questions, texts, sections and tabs on the pages. */
export function screenChanges(screens: ScreenPair, forms: FormPair): readonly Draft[] {
  const sections = sameSections(screens.before, screens.after);
  const old = screens.before.flatMap((page) => elementsOf(page, screens.isCard, sections));
  const current = screens.after.flatMap((page) => elementsOf(page, screens.isCard));
  const { pairs, added, removed } = matched(old, current);
  const common = new Map(pairs.map(({ after }) => [after.id, after]));
  const ids = { old: idsOf(old, screens.before), current: idsOf(current, screens.after) };
  const [isNew, isGone] = [{ place: 'new' }, { place: 'gone' }] as const;
  const drafts = [
    ...pairs.flatMap((pair) => pairChanges(pair, common, forms).map((each) => draftOf(each, pair, forms))),
    ...added
      .filter((element) => !isInMissingInstance(element, ids.old))
      .flatMap((after) => {
        const isKnown = isIn(after, ids.old);
        return additionOf(after, isKnown, forms).map((change) => ({
          ...draftOf(change, { after }, forms),
          ...(!isKnown && isNew),
        }));
      }),
    ...removed
      .filter((element) => !isInMissingInstance(element, ids.current))
      .flatMap((before) =>
        removalOf(before).map((change) => ({
          ...draftOf(change, { before }, forms),
          ...(!isIn(before, ids.current) && isGone),
        })),
      ),
    ...orderChanges(old, current, pairs).map(({ pair, change }) => ({
      ...draftOf(change, pair, forms),
      ...(!isIn(pair.after, ids.old) && isNew),
    })),
  ];
  return inOrder(drafts, old, current);
}

/** Sorts drafts in form order; removals follow what preceded them. */
function inOrder(
  drafts: readonly Draft[],
  old: readonly FormElement[],
  current: readonly FormElement[],
): readonly Draft[] {
  const places = new Map(current.map(({ id }, index) => [id, index]));
  let last = -1;
  for (const { id } of old) {
    last = places.get(id) ?? last;
    if (!places.has(id)) places.set(id, last + 0.5);
  }
  return drafts.toSorted(
    (one, other) => (places.get(one.element?.id ?? '') ?? 0) - (places.get(other.element?.id ?? '') ?? 0),
  );
}

function idsOf(elements: readonly FormElement[], pages: readonly PageDefinition[]): ReadonlySet<string> {
  return new Set([...pages.map(({ id }) => `page ${id}`), ...elements.map(({ id }) => id)]);
}

function isText({ kind }: FormElement): boolean {
  return kind === 'text';
}

function matched(old: readonly FormElement[], current: readonly FormElement[]) {
  const byId = new Map(old.map((element) => [element.id, element]));
  const same = current.flatMap((after): readonly ElementPair[] => {
    const before = byId.get(after.id);
    return before ? [{ before, after }] : [];
  });
  const known = new Set(same.map(({ after }) => after.id));
  const unmatched = {
    old: old.filter(({ id }) => !known.has(id)),
    current: current.filter(({ id }) => !known.has(id)),
  };
  // Match a reworded text with the old text in its place.
  const texts = pairUp(unmatched.old.filter(isText), unmatched.current.filter(isText), [
    ({ node }) => (node.kind === 'text' ? node.paragraphs : node),
    ({ within, part }) => [part.page, within],
  ]);
  return {
    pairs: [...same, ...texts.changed.map(([before, after]) => ({ before, after }))],
    added: [...unmatched.current.filter((each) => !isText(each)), ...texts.added],
    removed: [...unmatched.old.filter((each) => !isText(each)), ...texts.removed],
  };
}

/** Whether it is in an instance that only one version has; the instance count is reported instead. */
function isInMissingInstance({ instance, within }: FormElement, others: ReadonlySet<string>): boolean {
  if (!instance || instance.number === 1 || !others.has(`addAnother ${instance.group}`)) return false;
  return (
    within.includes(`addAnother ${instance.group}`) &&
    !instance.keys.some((key) => others.has(`question ${key}`))
  );
}

/** Whether the container at the end of the heading exists in the other version. */
function isIn({ within, kind, id }: FormElement, others: ReadonlySet<string>): boolean {
  const around = kind === 'section' ? id : within.findLast((each) => /^(?:section|tab|page) /.test(each));
  return around === undefined || others.has(around);
}

function draftOf(
  { difference, subheading, ...change }: ChangeText,
  { before, after }: Partial<ElementPair>,
  forms: FormPair,
): Draft {
  const element = after ?? before;
  const state = difference?.more ?? difference?.less;
  const heading = element?.heading ?? [];
  return {
    subject: element?.subject ?? '',
    ...change,
    heading: subheading === undefined || heading.at(-1) === subheading ? heading : [...heading, subheading],
    ...(before ? { before: before.part } : {}),
    ...(after ? { after: after.part } : {}),
    ...(element ? { element } : {}),
    ...(state && element ? { witness: witnessOf(element.part.page, state, forms) } : {}),
  };
}

function witnessOf(page: string, state: FormState, { before, after }: FormPair): Witness {
  const form = after.pages.some(({ id }) => id === page) ? after : before;
  return stateInWords(page, state, form);
}

const ASKED: ConditionPhrases = { kind: 'asked', verb: 'asked', always: 'of everybody', never: 'of anybody' };
const SHOWN: ConditionPhrases = { kind: 'asked', verb: 'shown', always: 'to everybody', never: 'to anybody' };

function pairChanges(
  pair: ElementPair,
  common: ReadonlyMap<string, FormElement>,
  forms: FormPair,
): readonly ChangeText[] {
  const rest = pair.after.part.key === undefined ? nodeChanges(pair) : ofQuestion(pair, forms);
  const isThere = pair.before.within.join() === pair.after.within.join();
  return [visibilityChange(pair, forms) ?? [], ...rest, ...(isThere ? rowChanges(pair, common) : [])].flat();
}

/** Describes changed visibility, by layout and by the question's own conditions. */
function visibilityChange({ before, after }: ElementPair, forms: FormPair): ChangeText | undefined {
  const voice = after.part.key === undefined ? SHOWN : ASKED;
  const [old, current] = [questionIn(before, forms.before), questionIn(after, forms.after)];
  const own =
    old && current
      ? conditionChange({ before: old.visibleWhen, after: current.visibleWhen }, forms, voice)
      : undefined;
  const conditions = { before: conjunctionOf(before.conditions), after: conjunctionOf(after.conditions) };
  return own ?? conditionChange(conditions, forms, voice);
}

function questionIn({ part }: FormElement, form: FormPair['after']) {
  return part.key === undefined ? undefined : questionsOf(form).get(part.key);
}

function ofQuestion({ before, after }: ElementPair, forms: FormPair): readonly ChangeText[] {
  const [old, current] = [questionIn(before, forms.before), questionIn(after, forms.after)];
  if (!old || !current) return [];
  const two = { before: old, after: current };
  const keys = { before: before.instance?.keys ?? [], after: after.instance?.keys ?? [] };
  return [
    ...questionChanges(two, forms),
    ...requirementChanges(two, keys, forms),
    ...limitChanges(two, forms),
    ...optionChanges(two, forms),
    ...clearingChanges(two, forms),
  ];
}
