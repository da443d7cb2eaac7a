import type {
  AnswerComparison,
  Condition,
  Notice,
  Operator,
  PageDefinition,
  Question,
  Relation,
} from '#form/definition/definition.ts';
import { TODAY } from '#form/conditions/date-offset.ts';
import type { Cursor } from '../source/cursor.ts';
import { defaultMessage, fillIn } from './compile-messages.ts';
import type { CompileContext, RelationUse } from './context.ts';
import type { PlacedQuestion, TakenNames } from './page-walk.ts';
import {
  type ComparedAnswer,
  comparedQuestion,
  comparisonOf,
  type FoundQuestion,
  otherAnswerAt,
  TODAYS_ANSWER,
  withCompared,
} from './compared-answer.ts';
import { requireAlternative } from './require-alternative.ts';
import { resolveCondition } from './resolve-condition.ts';
import { resolveName } from './scope.ts';

/** Comparison words with their operator and, for numbers, the keyword of the default message. */
const RELATION_WORDS = {
  after: { operator: 'gt', ofNumbers: 'exclusiveMinimum' },
  notBefore: { operator: 'gte', ofNumbers: 'minimum' },
  before: { operator: 'lt', ofNumbers: 'lessThan' },
  notAfter: { operator: 'lte', ofNumbers: 'maximum' },
  sameAs: { operator: 'equals', ofNumbers: 'sameAs' },
  differentFrom: { operator: 'notEquals', ofNumbers: 'differentFrom' },
} as const satisfies Readonly<Record<string, { operator: Operator; ofNumbers: string }>>;

/** Names that relations can use; the full-name keys are for notices. */
type Named = { readonly taken: TakenNames; readonly fullName?: readonly string[] };

/** Adds relations between answers, and required alternatives, to the pages, once all questions are placed. */
export function relatePages(
  pages: readonly PageDefinition[],
  named: Named,
  context: CompileContext,
): readonly PageDefinition[] {
  const questions = new Map(pages.flatMap((page) => Object.entries(page.questions)));
  return pages.map((page) => {
    const related = Object.entries(page.questions).map(([key, question]) => {
      const placed = named.taken.keys.get(key);
      if (!placed) return [key, question] as const;
      const relations = relationsOf({ ...named, question, placed, questions, context });
      return [
        key,
        { ...question, ...relations, ...requireAlternative(question, placed, questions) },
      ] as const;
    });
    return withCompared({ ...page, questions: Object.fromEntries(related) });
  });
}

type Relating = Named & {
  readonly question: Question;
  readonly placed: PlacedQuestion;
  readonly questions: ReadonlyMap<string, Question>;
  readonly context: CompileContext;
};

function relationsOf(relating: Relating): Pick<Question, 'relations' | 'notices'> {
  const { property } = relating.placed;
  const relations = comparisonsIn(property, relating).map((written) => relationOf(written, relating));
  const notices = property.list('notices').map((at) => noticeOf(at, relating));
  return { ...(relations.length === 0 ? {} : { relations }), ...(notices.length === 0 ? {} : { notices }) };
}

type WrittenComparison = Pick<RelationUse, 'word' | 'at' | 'comparison'> & { readonly ofNumbers: string };

function relationOf({ word, ofNumbers, at, comparison }: WrittenComparison, relating: Relating): Relation {
  const { question, placed, context } = relating;
  const given = at.at('errorMessage')?.text() ?? placed.property.at('errorMessage')?.text();
  const other = otherLabel(comparison, relating);
  const isNumber = question.type === 'number' || question.type === 'integer';
  const name = isNumber ? ofNumbers : word;
  if (comparison.targetKey === TODAY && given?.includes('{other}')) reportOther(at, context);
  const message = given
    ? withLabels(given, other, relating)
    : defaultMessage(context.sources, name, { path: question.fullLabel, limit: other });
  const relation = { ...comparison, ...whenOf(at, relating), message };
  context.origins.set(relation, at);
  return relation;
}

/** `today` has no label. */
function reportOther(at: Cursor, { report }: CompileContext): void {
  report(at.at('errorMessage') ?? at, {
    code: 'relation-does-not-fit',
    found: '"{other}" in the sentence of a comparison with today',
    expected: 'a sentence without "{other}", which is the label of another question',
    cure: 'Name the day in words, such as “today”.',
  });
}

function noticeOf(at: Cursor, relating: Relating): Notice {
  const [written] = comparisonsIn(at, relating);
  const other = written ? otherLabel(written.comparison, relating) : '';
  const notice = {
    text: withLabels(at.at('text')?.text() ?? '', other, relating),
    ...whenOf(at, relating),
    ...(written ? { comparison: written.comparison } : {}),
    ...unlikeOf(at.at('unlike'), relating),
  };
  relating.context.origins.set(notice, at);
  return notice;
}

function unlikeOf(
  at: Cursor | undefined,
  { fullName = [], context }: Relating,
): { readonly unlike?: readonly string[] } {
  if (at?.text() !== 'fullName') return {};
  if (fullName.length > 0) return { unlike: fullName };
  context.report(at, {
    code: 'unknown-key',
    found: 'a notice for what is unlike the full name, which has no parts',
    expected: 'the keys of the parts of the name in "fullName" of form.json',
    cure: 'Add them, or remove the notice.',
  });
  return {};
}

/** Returns the comparisons of a property or notice; reports and omits unresolved names. */
function comparisonsIn(holder: Cursor, relating: Relating): readonly WrittenComparison[] {
  return Object.entries(RELATION_WORDS).flatMap(([word, { operator, ofNumbers }]) => {
    const at = holder.at(word);
    const other = at && otherOf(at, word, relating);
    if (!other) return [];
    const own = comparedQuestion(relating.placed, relating.context);
    const comparison = comparisonOf(word, operator, { at, own, other }, relating.context);
    return [{ word, ofNumbers, at, comparison }];
  });
}

/** Returns the other side of a comparison; undefined if unresolved. */
function otherOf(at: Cursor, word: string, relating: Relating): ComparedAnswer | undefined {
  if (at.at('today')) return TODAYS_ANSWER;
  const target = targetNamed(otherAnswerAt(at), word, relating);
  return target && comparedQuestion(target, relating.context);
}

function targetNamed(name: Cursor, word: string, { placed, context }: Relating): FoundQuestion | undefined {
  if (name.text() === undefined) return undefined;
  const finding = {
    code: 'unknown-key',
    found: `"${word}" with "${name.text()}", which is not a question`,
    expected: 'the key of a question of the form',
  } as const;
  const otherwise = 'Look the key up in the files of its page; a key from a block begins with its prefix.';
  const elsewhere = `"${word}" with`;
  const found = resolveName(name, placed.walk.scope, context.report, { ...finding, otherwise, elsewhere });
  if (!found || found.kind === 'question') return found;
  context.report(name, { ...finding, cure: otherwise });
  return undefined;
}

/** Returns the other question's label without the prefix that both share in messages. */
function otherLabel({ targetKey }: AnswerComparison, { placed, questions, taken }: Relating): string {
  const target = questions.get(targetKey);
  const isNear = taken.keys.get(targetKey)?.walk.messagePrefix === placed.walk.messagePrefix;
  return (isNear ? target?.label : target?.fullLabel) ?? targetKey;
}

function withLabels(sentence: string, other: string, { question, placed }: Relating): string {
  return fillIn(sentence, question.fullLabel, placed.walk.messagePrefix).replaceAll('{other}', () => other);
}

function whenOf(at: Cursor, { placed, context }: Relating): { readonly when?: Condition } {
  const when = at.at('when');
  const condition = when && resolveCondition(when, placed.walk.scope, context);
  return condition ? { when: condition } : {};
}
