import { evaluateCondition } from '#form/conditions/evaluate-condition.ts';
import { companionKey } from '#form/definition/answer.ts';
import type { AnswerValue, Condition, FormDefinition } from '#form/definition/definition.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import type { CompiledPartner } from '../compile/compile-partner.ts';
import { conjunctionOf } from '../compile/negate.ts';
import { conditionInWords, subjectInWords, valueInWords } from '../prove/words/condition-words.ts';
import { type Dependency, dependenciesOf } from './dependencies.ts';
import type { AnswerEffects, Effect, Sentence } from './explanation.ts';
import { type FoundSubject, valuesOf } from './find-subject.ts';

/** Lists what a question, tab group or confirmation affects. */
export function effectsOf(names: readonly string[], partner: CompiledPartner): readonly Effect[] {
  return dependenciesOf(partner)
    .filter(
      ({ from, keys, kind }) =>
        from.some((name) => names.includes(name)) &&
        // A repeated question, once started, can require itself.
        (kind === 'shows' || keys.some((key) => !names.includes(key))),
    )
    .map((dependency): Effect => {
      const { keys, when, at } = dependency;
      const condition = when ? conditionInWords(when, partner.definition) : undefined;
      return { keys, text: sentenceOf(dependency, condition, partner), at: at?.place };
    });
}

/** Forms a sentence: “Visa Type” is asked when “Citizenship Status” is “Visa”. */
function sentenceOf(dependency: Dependency, when: string | undefined, partner: CompiledPartner): string {
  const { kind, what = '', from } = dependency;
  const target = targetInWords(dependency, partner);
  const condition = when === undefined ? '' : ` when ${when}`;
  switch (kind) {
    case 'shows':
      return `${target} ${shownVerb(target)}${condition}.`;
    case 'requires':
      return `${target} is required${condition}.`;
    case 'limits':
      return `${target} has a rule${condition}: ${what}`;
    case 'compares':
      return `${target} is compared with ${labelsOf(from, partner)}${condition}: ${what}`;
    case 'notices':
      return `${target} has a notice${condition}: ${what}`;
    case 'opens a list':
      return `It opens the choices of ${target}: ${listsInWords(dependency, partner)}. When it changes, that answer is cleared.`;
    case 'clears':
      return `The answer to ${target} is kept only when ${when ?? ''}.`;
    case 'fills in':
      return `Choosing an entry of ${labelsOf(from, partner)} fills in ${target}.`;
  }
}

function shownVerb(target: string): string {
  if (!target.startsWith('“')) return 'is shown';
  return /”(, “| and \d)/.test(target) ? 'are asked' : 'is asked';
}

/** Names the target of a dependency: `“Visa Type”`, `the section “Visa” (“Visa Type”, “Visa Number”)`. */
function targetInWords(
  { node, title, keys }: Pick<Dependency, 'node' | 'title' | 'keys'>,
  partner: CompiledPartner,
): string {
  const inside = labelsOf(keys, partner);
  if (!node || node.kind === 'question') return inside;
  const { pages } = partner.definition;
  const page = pages.find(({ layout, visibleWhen }) => visibleWhen && layout[0] === node);
  const named = title ?? (page ? `the page “${page.title}”` : nodeTitle(node));
  if (keys.length === 0) return named ?? 'a paragraph';
  return named === undefined ? inside : `${named} (${inside})`;
}

function nodeTitle(node: NonNullable<Dependency['node']>): string | undefined {
  switch (node.kind) {
    case 'section':
      return node.title === undefined ? undefined : `the section “${node.title}”`;
    case 'tabs':
      return `the tabs “${node.label}”`;
    case 'addAnother':
      return `“${node.label}”`;
    case 'confirm':
    case 'more':
      return `what “${node.label}” opens`;
    default:
      return undefined;
  }
}

/** Lists the first labels, and how many more there are. */
function labelsOf(keys: readonly string[], { definition }: CompiledPartner): string {
  const questions = questionsOf(definition);
  // Parts share the label of the question they are rendered with.
  const own = keys.filter((key) => !keys.includes(questions.get(key)?.partOf ?? ''));
  const labels = [...new Set(own.map((key) => `“${subjectInWords(key, definition)}”`))];
  const shown = labels.length > 5 ? labels.slice(0, 4) : labels;
  const more = labels.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}

function listsInWords({ keys }: Dependency, { definition }: CompiledPartner): string {
  const {
    valueKey = '',
    lists = {},
    otherwise,
  } = questionsOf(definition).get(keys[0] ?? '')?.dependsOn ?? {};
  const opened = Object.entries(lists).map(
    ([value, list]) => `${valueInWords(value, valueKey, definition)} those of options/${list}.json`,
  );
  return [...opened, ...(otherwise === undefined ? [] : ['any other a text'])].join(', ');
}

/** Groups the answers of a choice, or tabs, by their effects. */
export function answerEffects(subject: FoundSubject, partner: CompiledPartner): readonly AnswerEffects[] {
  const name = subject.question?.key ?? subject.node?.id;
  if (name === undefined) return [];
  const dependencies = dependenciesOf(partner).filter(({ from }) => from.includes(name));
  const values = valuesOf(subject, partner).filter(
    ({ value }) => subject.value === undefined || subject.value === value,
  );
  const each = values.map(({ value, label }) => ({
    label,
    effects: dependencies.flatMap((dependency) => effectOf(dependency, { name, value }, partner)),
  }));
  const grouped = Map.groupBy(each, ({ effects }) => JSON.stringify(effects.map(({ text }) => text)));
  return [...grouped.values()].map((same) => ({
    labels: same.map(({ label }) => label),
    effects: same[0]?.effects ?? [],
  }));
}

type Answered = { readonly name: string; readonly value: AnswerValue };

/** Returns the effect of an answer; undefined if it has none. */
function effectOf(
  dependency: Dependency,
  { name, value }: Answered,
  partner: CompiledPartner,
): readonly Sentence[] {
  const { kind, when, at, what = '' } = dependency;
  const { definition } = partner;
  const target = targetInWords(dependency, partner);
  const sentences = (text: string): readonly Sentence[] => [{ text, at: at?.place }];
  if (kind === 'opens a list') {
    const list = listOpenedBy(dependency, value, definition);
    return list === undefined ? [] : sentences(`opens ${list} for ${target}`);
  }
  if (!when) return [];
  const reduced = reduceCondition(when, name, value);
  if (typeof reduced === 'boolean' && reduced === (kind === 'clears')) return [];
  const also = typeof reduced === 'boolean' ? '' : `, while also ${conditionInWords(reduced, definition)}`;
  switch (kind) {
    case 'shows':
      return sentences(`shows ${target}${also}`);
    case 'requires':
      return sentences(`requires ${target}${also}`);
    case 'clears':
      return typeof reduced === 'boolean' ? sentences(`clears the answer to ${target}`) : [];
    default:
      return sentences(`says of ${target}${also}: ${what}`);
  }
}

function listOpenedBy(
  { keys }: Dependency,
  value: AnswerValue,
  definition: FormDefinition,
): string | undefined {
  const { lists = {}, otherwise } = questionsOf(definition).get(keys[0] ?? '')?.dependsOn ?? {};
  const list = typeof value === 'string' && Object.hasOwn(lists, value) ? lists[value] : undefined;
  if (list !== undefined) return `the choices of options/${list}.json`;
  return otherwise === undefined ? undefined : 'a text';
}

/** Returns the names that conditions use for a subject. */
export function namesOf({ question, node }: FoundSubject): readonly string[] {
  if (question) return [question.key, companionKey(question.key)];
  return node ? [node.id] : [];
}

/** A condition with one known answer: decided, or the remaining condition. */
type Reduced = boolean | Condition;

/** Simplifies a condition, assuming the answer `value` for `name`. */
function reduceCondition(condition: Condition, name: string, value: AnswerValue): Reduced {
  const inner = (each: Condition): Reduced => reduceCondition(each, name, value);
  if ('all' in condition) {
    const parts = condition.all.map(inner);
    if (parts.includes(false)) return false;
    return conjunctionOf(open(parts)) ?? true;
  }
  if ('any' in condition) {
    const parts = condition.any.map(inner);
    if (parts.includes(true)) return true;
    const remaining = open(parts);
    return remaining.length > 1 ? { any: remaining } : (remaining[0] ?? false);
  }
  if ('not' in condition) {
    const part = inner(condition.not);
    return typeof part === 'boolean' ? !part : { not: part };
  }
  // The compared answer is open as well.
  if ('compared' in condition) return condition;
  return condition.valueKey === name ? evaluateCondition(condition, { [name]: value }) : condition;
}

function open(parts: readonly Reduced[]): readonly Condition[] {
  return parts.flatMap((part) => (typeof part === 'boolean' ? [] : [part]));
}
