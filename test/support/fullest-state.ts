import { clearHidden } from '#form/answers/clear-hidden.ts';
import { isAnswered } from '#form/definition/answer.ts';
import { visibleQuestions } from '#form/answers/visible-questions.ts';
import type {
  AnswerValue,
  Condition,
  FormDefinition,
  FormState,
  Question,
} from '#form/definition/definition.ts';
import { allNodes, questionsOf } from '#form/definition/form-part.ts';
import { optionsOf } from '#form/answers/option-lists.ts';
import { isAnswerable } from './answerable.ts';
import { sampleAnswer } from './sample-answer.ts';

/**
 * An application in which as much as possible is asked, and all of it is answered rightly: every repeated group at
 * its maximum, and of the answers that decide what else is asked the one that opens most.
 */
export function fullestState(form: FormDefinition, now = new Date()): FormState {
  const groups = allNodes(form.pages.flatMap((page) => page.layout));
  const counts = groups.flatMap((node) => (node.kind === 'addAnother' ? [[node.id, node.max]] : []));
  const targets = targetsOf([...questionsOf(form).values()]);
  let state: FormState = { answers: {}, tabs: {}, counts: Object.fromEntries(counts) };
  const seen = new Set<string>();
  for (;;) {
    const next = askedIn(form, state).find(({ key }) => !seen.has(key));
    if (!next) return { ...state, answers: answered(state) };
    seen.add(next.key);
    const [first, ...others] = candidates(form, next, {
      state,
      targets: targets.get(next.key) ?? [],
      now,
    }).map((answer) => withAnswer(form, state, next.key, answer));
    if (!first) continue;
    const weigh = (each: FormState): number => askedIn(form, each).length;
    state = others.reduce((best, each) => (weigh(each) > weigh(best) ? each : best), first);
  }
}

function askedIn(form: FormDefinition, state: FormState): readonly Question[] {
  return visibleQuestions(form, state).filter((question) => isAnswerable(form, question));
}

function withAnswer(form: FormDefinition, state: FormState, key: string, answer: AnswerValue): FormState {
  const next = { ...state, answers: { ...state.answers, [key]: answer } };
  return { ...next, answers: clearHidden(form, next).answers };
}

function answered({ answers }: FormState): FormState['answers'] {
  return Object.fromEntries(Object.entries(answers).filter(([, value]) => isAnswered(value)));
}

type Choice = {
  readonly state: FormState;
  /** What some condition compares the answer with. */
  readonly targets: readonly AnswerValue[];
  readonly now: Date;
};

/** The sample answer, and those that decide about other questions; for a box that closes something none at all. */
function candidates(form: FormDefinition, question: Question, choice: Choice): readonly AnswerValue[] {
  const context = { answers: choice.state.answers, now: choice.now };
  const offered = new Set(optionsOf(form, question, context).map(({ value }) => value));
  const others = choice.targets.filter((target) => offered.has(String(target)));
  const none = question.type === 'boolean' && choice.targets.length > 0 && !question.required ? [''] : [];
  return [sampleAnswer(form, question, context), ...others, ...none];
}

function targetsOf(questions: readonly Question[]): ReadonlyMap<string, readonly AnswerValue[]> {
  const found = new Map<string, AnswerValue[]>();
  const collect = (condition: Condition): void => {
    if ('all' in condition) condition.all.forEach(collect);
    else if ('any' in condition) condition.any.forEach(collect);
    else if ('not' in condition) collect(condition.not);
    else if (condition.target !== undefined) {
      found.set(condition.valueKey, [...(found.get(condition.valueKey) ?? []), ...[condition.target].flat()]);
    }
  };
  for (const { visibleWhen } of questions) if (visibleWhen) collect(visibleWhen);
  return new Map([...found].map(([key, targets]) => [key, [...new Set(targets)]]));
}
