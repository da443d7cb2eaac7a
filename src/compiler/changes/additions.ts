import { isYearList, optionListsOf } from '#form/answers/option-lists.ts';
import type { FormDefinition, LayoutNode, Question } from '#form/definition/definition.ts';
import { allNodes, questionsOf } from '#form/definition/form-part.ts';
import { conjunctionOf } from '../compile/negate.ts';
import type { FormPair } from './condition-changes.ts';
import { type FormElement, excerpt } from './elements.ts';
import type { ChangeText } from './change.ts';
import { inPlainWords, joinWords, quote } from './sentence-words.ts';

/** Maximum number of options listed by name. */
const MAX_NAMED = 6;

/** Describes an addition; `isKnownPlace` is false if its section, tab or page is new too. */
export function additionOf(
  element: FormElement,
  isKnownPlace: boolean,
  forms: FormPair,
): readonly ChangeText[] {
  const { part, kind, node } = element;
  const question = part.key === undefined ? undefined : questionsOf(forms.after).get(part.key);
  const isNew = isKnownPlace ? '{is} new: {it} ' : '';
  const conditions = [...element.conditions];
  const condition = question?.visibleWhen ?? conjunctionOf(conditions);
  const isAlways = condition === undefined || forms.both.isAlways(condition, 'after');
  const when = isAlways || !condition ? undefined : inPlainWords(condition, forms.after);
  if (question)
    return [
      added(
        `${isNew}${isNew === '' ? '{is}' : 'is'} ${visibilityInWords(question, { when, form: forms.after })}`,
      ),
    ];
  const shown = when === undefined ? '' : `, shown when ${when}`;
  if (kind === 'section') return hasQuestions(node) ? [] : [added(`{is} new${shown}.`)];
  if (kind === 'tabs' && node.kind === 'tabs')
    return [added(`{is} new: ${joinWords(node.tabs.map(({ title }) => quote(title)))}${shown}.`)];
  if (kind === 'addAnother' && node.kind === 'addAnother')
    return [added(`can now be added, up to ${node.max} times${shown}.`)];
  if (node.kind === 'text')
    return [{ ...added(`{is} new${shown}.`), subject: `the text ${excerpt(node.paragraphs)}` }];
  return [added(`{is} new${shown}.`)];
}

function added(predicate: string): ChangeText {
  return { kind: 'added', predicate };
}

/** Whether a node contains questions, whose own changes imply the section change. */
function hasQuestions(node: LayoutNode): boolean {
  return allNodes([node]).some(({ kind }) => kind === 'question');
}

function visibilityInWords(
  question: Question,
  { when, form }: { readonly when: string | undefined; readonly form: FormDefinition },
): string {
  const { required, requiredWhen, partOf } = question;
  const visibility = when === undefined ? 'asked of everybody' : `asked when ${when}`;
  const place =
    partOf === undefined ? '' : `, next to ${quote(questionsOf(form).get(partOf)?.label ?? partOf)}`;
  const isStarted = requiredWhen !== undefined && 'any' in requiredWhen && requiredWhen.any.length > 6;
  const demand = required
    ? when === undefined
      ? ' and required'
      : ', and required then'
    : requiredWhen && !isStarted
      ? `, and required when ${inPlainWords(requiredWhen, form)}`
      : isStarted
        ? ', and required once something next to it is answered'
        : ', and may be left empty';
  return `${visibility}${place}${demand}.${offered(question, form)}`;
}

function offered(question: Question, form: FormDefinition): string {
  const lists = optionListsOf(form, question);
  const [list] = lists;
  if (lists.length !== 1 || !list || isYearList(list)) return '';
  if (list.length > MAX_NAMED) return ` It offers ${list.length} options.`;
  return ` It offers ${joinWords(list.map(({ label }) => quote(label)))}.`;
}

/** Describes a removal. */
export function removalOf({ part, kind, node, tab }: FormElement): readonly ChangeText[] {
  const gone = { kind: 'removed' as const, predicate: '{is} no longer there.' };
  const { key } = part;
  if (key !== undefined)
    return [{ ...gone, predicate: '{is} no longer asked.', removal: { kind: 'key', key } }];
  if (kind === 'section') return hasQuestions(node) ? [] : [gone];
  if (node.kind === 'tabs')
    return tab
      ? [{ ...gone, removal: { kind: 'tab', group: node.id, tab: tab.id } }]
      : [{ ...gone, removal: { kind: 'group', group: node.id } }];
  if (node.kind === 'addAnother')
    return [{ ...gone, predicate: 'can no longer be added.', removal: { kind: 'group', group: node.id } }];
  return node.kind === 'text' ? [{ ...gone, subject: `the text ${excerpt(node.paragraphs)}` }] : [gone];
}
