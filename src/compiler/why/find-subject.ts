import { isYearList, writtenOptions } from '#form/answers/option-lists.ts';
import { companionKey } from '#form/definition/answer.ts';
import type {
  AnswerValue,
  Comparison,
  Condition,
  LayoutNode,
  Question,
} from '#form/definition/definition.ts';
import { keysIn, questionsOf } from '#form/definition/form-part.ts';
import type { CompiledPartner } from '../compile/compile-partner.ts';
import { layoutPlaces } from '../prove/layout-places.ts';
import type { Cursor } from '../source/cursor.ts';
import { nearest } from '../source/nearest.ts';
import type { Subject } from './explanation.ts';

type NamedNode = Extract<LayoutNode, { readonly id: string }>;

/** The part of a partner's form that a name refers to. */
export type FoundSubject = Subject & {
  readonly conditions: readonly Condition[];
  /** Keys of the question or of those inside. */
  readonly keys: readonly string[];
  readonly question?: Question;
  readonly node?: NamedNode;
  /** Set for an answer or a tab: its value, and that it is chosen. */
  readonly value?: AnswerValue;
  readonly chosen?: Comparison;
  readonly at: Cursor | undefined;
};

/** Finds a key, `key=value`, `key_desc`, ID, `tabs=tab`, page or former name; undefined otherwise. */
export function findSubject(name: string, partner: CompiledPartner): FoundSubject | undefined {
  const subjects = subjectsOf(partner);
  const { keys = {}, groups = {} } = partner.definition.moves ?? {};
  const today = keys[name] ?? groups[name] ?? name;
  return subjects.get(today) ?? valueSubject(name, partner) ?? labelledSubject(name, partner);
}

/** Finds a subject by a unique label. */
function labelledSubject(label: string, partner: CompiledPartner): FoundSubject | undefined {
  const [first, ...others] = labelled(label, [...subjectsOf(partner).values()]);
  return others.length === 0 ? first : undefined;
}

function labelled(label: string, subjects: readonly FoundSubject[]): readonly FoundSubject[] {
  return subjects.filter((each) => !isCompanion(each) && each.label.toLowerCase() === label.toLowerCase());
}

function isCompanion({ question, name }: FoundSubject): boolean {
  return question !== undefined && question.key !== name;
}

/** Suggests names for an unknown one: the nearest, then those that contain it. */
export function namesLike(name: string, partner: CompiledPartner): readonly string[] {
  const [key = ''] = name.split('=');
  const all = [...subjectsOf(partner).values()].filter((each) => !isCompanion(each));
  const found = findSubject(key, partner);
  const names =
    found && key !== name
      ? valuesOf(found, partner).map(({ value }) => `${key}=${String(value)}`)
      : all.map((each) => each.name);
  const words = name.toLowerCase();
  const similar = labelled(name, all).map((each) => each.name);
  const within = words.length < 3 ? [] : names.filter((each) => each.toLowerCase().includes(words));
  return [...new Set([...similar, nearest(name, names) ?? [], ...within].flat())].slice(0, 8);
}

/** Maps names to questions, nodes with an ID and pages. Tabs and answers are found through these. */
function subjectsOf(partner: CompiledPartner): ReadonlyMap<string, FoundSubject> {
  const { definition, sources } = partner;
  const pages = definition.pages.map(({ id, title, questions, visibleWhen }): FoundSubject => {
    const at = sources.cursor(`pages/${id}.ui.json`);
    const keys = Object.keys(questions);
    const conditions = visibleWhen ? [visibleWhen] : [];
    return { kind: 'page', name: id, label: title, page: id, conditions, keys, at };
  });
  const nodes = layoutPlaces(partner).flatMap(
    ({ node, page, around, own, switchCase, at }): FoundSubject[] => {
      if (switchCase || !('id' in node)) return [];
      const conditions = [...around, ...(own ? [own] : [])];
      const keys = keysIn(partner.definition, [node]);
      return [{ kind: node.kind, name: node.id, label: labelOf(node), page, conditions, keys, node, at }];
    },
  );
  const questions = [...questionsOf(definition).values()].flatMap((question) =>
    questionSubjects(question, partner),
  );
  // A key takes precedence over an equal page or section ID.
  return new Map([...pages, ...nodes, ...questions].map((subject) => [subject.name, subject]));
}

/** Returns a question under its key and under that of its stored label. */
function questionSubjects(question: Question, { taken }: CompiledPartner): readonly FoundSubject[] {
  const { key, fullLabel, page, visibleWhen, companion } = question;
  const subject: FoundSubject = {
    kind: 'question',
    name: key,
    label: fullLabel,
    page,
    conditions: visibleWhen ? [visibleWhen] : [],
    keys: [key],
    question,
    at: taken.keys.get(key)?.property,
  };
  return companion ? [subject, { ...subject, name: companionKey(key) }] : [subject];
}

function labelOf(node: NamedNode): string {
  if (node.kind === 'section') return node.title ?? node.id;
  if (node.kind === 'addAnother') return node.instances.map(({ title }) => title).join(', ');
  return node.kind === 'switch' ? node.id : node.label;
}

/** Returns the comparable values of a question or tab group, with labels. */
export function valuesOf(
  { question, node }: Pick<FoundSubject, 'question' | 'node'>,
  { definition }: CompiledPartner,
): readonly { readonly value: AnswerValue; readonly label: string }[] {
  if (node?.kind === 'tabs') return node.tabs.map(({ id, title }) => ({ value: id, label: title }));
  if (question?.type === 'boolean')
    return [true, false].map((value) => ({ value, label: value ? 'checked' : 'unchecked' }));
  if (!question) return [];
  return [
    ...new Map(
      writtenOptions(definition, question).map(({ value, label }) => [value, { value, label }]),
    ).values(),
  ];
}

/** `citizenship_type=PR` or `citizenship_type=Permanent resident`. */
function valueSubject(name: string, partner: CompiledPartner): FoundSubject | undefined {
  const [key = '', ...written] = name.split('=');
  const owner = subjectsOf(partner).get(key);
  if (!owner || written.length === 0) return undefined;
  const text = written.join('=');
  const chosen = valuesOf(owner, partner).find(
    ({ value, label }) => String(value) === text || label.toLowerCase() === text.toLowerCase(),
  );
  if (!chosen) return undefined;
  const { value } = chosen;
  const tab = owner.node?.kind === 'tabs' ? owner.node.tabs.find(({ id }) => id === value) : undefined;
  return {
    ...owner,
    kind: tab ? 'tab' : 'answer',
    name: `${key}=${String(value)}`,
    label: chosen.label,
    conditions: [...owner.conditions, ...offeredWhen(owner.question, String(value), partner)],
    chosen: { valueKey: key, operator: 'equals', target: value },
    keys: tab ? keysIn(partner.definition, tab.children) : owner.keys,
    value,
    at: (tab && partner.origins.get(tab)) ?? optionPlace(owner.question, text, partner) ?? owner.at,
  };
}

/** Condition under which a list with the option is open. */
function offeredWhen(
  question: Question | undefined,
  option: string,
  { definition }: CompiledPartner,
): readonly Condition[] {
  if (question?.options !== undefined || !question?.dependsOn?.lists) return [];
  const { valueKey, lists } = question.dependsOn;
  const opening = Object.entries(lists).flatMap(([answer, name]) => {
    const list = definition.options[name];
    return list !== undefined && !isYearList(list) && list.some(({ value }) => value === option)
      ? [answer]
      : [];
  });
  return [{ valueKey, operator: 'in', target: opening }];
}

/** Returns where an option is written. */
function optionPlace(
  question: Question | undefined,
  value: string,
  { sources }: CompiledPartner,
): Cursor | undefined {
  const lists = [question?.options, ...Object.values(question?.dependsOn?.lists ?? {})];
  return lists
    .flatMap((list) => sources.cursor(`options/${list}.json`)?.at('options')?.items() ?? [])
    .find((option) => option.at('value')?.text() === value);
}
