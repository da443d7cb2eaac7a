import { isDeepStrictEqual } from 'node:util';
import type { Condition, Question } from '#form/definition/definition.ts';
import type { Cursor } from '../source/cursor.ts';
import { fillIn } from './compile-messages.ts';
import { conjunctionOf, negateCondition } from './negate.ts';
import type { PlacedQuestion } from './page-walk.ts';
import { resolveCondition } from './resolve-condition.ts';

type RequiredAlternative = Pick<Question, 'required' | 'requiredWhen' | 'alternatives' | 'messages'>;

/**
 * Requires the first visible question of an "atLeastOne" while no other is answered.
 *
 * So one question of the group is invalid at a time, and the message of the group is shown once.
 *
 * @returns the changed members of the question; none if another question of the group always comes first
 */
export function requireAlternative(
  question: Question,
  { name, walk }: PlacedQuestion,
  questions: ReadonlyMap<string, Question>,
): Partial<RequiredAlternative> {
  const { pair, prefix } = walk.scope;
  const group = pair.schema.list('atLeastOne').find((each) => namesOf(each).includes(name));
  if (!group || walk.required) return {};
  const keys = new Set(namesOf(group).map((each) => prefix + each));
  const members = [...questions.values()].filter(({ key }) => keys.has(key));
  const others = members.filter(({ key }) => key !== question.key);
  const before = members.slice(0, members.indexOf(question));
  const shown = before.map((other) => furtherCondition(other, question));
  if (shown.includes(undefined)) return {};
  const when = group.at('when');
  const condition = when && resolveCondition(when, walk.scope, walk.context);
  const requiredWhen = conjunctionOf([
    ...(walk.repeated ? [{ any: walk.repeated.map((valueKey) => compared(valueKey, 'answered')) }] : []),
    ...(condition ? [condition] : []),
    ...others.map(({ key }) => compared(key, 'notAnswered')),
    ...shown.flatMap((each) => (each ? [negateCondition(each)] : [])),
  ]);
  if (requiredWhen) walk.context.origins.set(requiredWhen, group);
  const message = group.at('errorMessage')?.text() ?? '';
  const required = fillIn(message, question.fullLabel, walk.messagePrefix);
  return {
    ...(requiredWhen ? { requiredWhen } : { required: true }),
    alternatives: others.map(({ key }) => key),
    messages: { ...question.messages, required },
  };
}

function namesOf(group: Cursor): readonly string[] {
  return group.at('keys')?.texts() ?? [];
}

function compared(valueKey: string, operator: 'answered' | 'notAnswered'): Condition {
  return { valueKey, operator };
}

/** Returns when a question is visible next to another that is; undefined if always. */
function furtherCondition(question: Question, other: Question): Condition | undefined {
  const known = partsOf(other.visibleWhen);
  const further = partsOf(question.visibleWhen).filter(
    (part) => !known.some((each) => isDeepStrictEqual(each, part)),
  );
  // Copies, since the original conditions have other origins.
  return conjunctionOf(structuredClone(further));
}

function partsOf(condition: Condition | undefined): readonly Condition[] {
  if (condition === undefined) return [];
  return 'all' in condition ? condition.all.flatMap(partsOf) : [condition];
}
