import { onlyDigits } from '#client/widgets/text/digit-mask.ts';
import { phoneMask } from '#client/widgets/text/Phone.tsx';
import type { CompiledPartner } from '#compiler/compile/compile-partner.ts';
import { compileValidators } from '#compiler/emit/compile-validators.ts';
import { clearHidden } from '#form/answers/clear-hidden.ts';
import { toFacts } from '#form/answers/facts.ts';
import { isFreeText, optionsOf, writtenOptions } from '#form/answers/option-lists.ts';
import { dayOf } from '#form/conditions/date-offset.ts';
import type { Answers, AnswerValue, Facts, FormDefinition, FormState } from '#form/definition/definition.ts';
import { allNodes } from '#form/definition/form-part.ts';
import { validateAnswers } from '#form/validation/validate-answers.ts';
import { partKey } from './random-conditions.ts';
import { isRightAlone, NOW } from './keyword-values.ts';
import type { SmallForm } from './small-random-form.ts';

/** A stable state of the form, with its evaluation by the engine. */
export type State = { readonly chosen: Chosen; readonly facts: Facts; readonly wrong: ReadonlySet<string> };
export type Chosen = FormState & { readonly opened: ReadonlySet<string> };

/** Yields every state with individually valid answers. */
export function statesOf({ partner, values }: SmallForm): readonly State[] {
  const { definition } = partner;
  const validators = compileValidators(definition);
  const rightValues = [...values].map(
    ([key, all]) => [key, all.filter((value) => isRight(partner, key, value))] as const,
  );
  const all = rightValues.reduce<readonly Answers[]>(
    (states, [key, right]) =>
      states.flatMap((answers) => [answers, ...right.map((value) => ({ ...answers, [key]: value }))]),
    [{}],
  );
  return choicesOf(definition).flatMap((choice) =>
    all.flatMap((answers) => {
      const chosen = { ...choice, answers };
      if (clearHidden(definition, chosen).cleared.length > 0 || !isOffered(answers, partner)) return [];
      const wrong = validateAnswers({ definition, state: chosen, validators, now: NOW });
      return [{ chosen, facts: toFacts(definition, chosen), wrong: new Set(Object.keys(wrong)) }];
    }),
  );
}

/** Returns all combinations of tabs and confirmations, without answers. */
function choicesOf(definition: FormDefinition): readonly Chosen[] {
  const none: Chosen = { answers: {}, tabs: {}, counts: {}, opened: new Set(), today: dayOf(NOW) };
  return allNodes(definition.pages[0]?.layout ?? []).reduce<readonly Chosen[]>(
    (all, node) => {
      if (node.kind === 'tabs') {
        return all.flatMap((one) => [one, { ...one, tabs: { ...one.tabs, [node.id]: 'second' } }]);
      }
      if (node.kind !== 'confirm') return all;
      return all.flatMap((one) => [one, { ...one, opened: new Set([...one.opened, node.id]) }]);
    },
    [none],
  );
}

export function isRight({ definition }: CompiledPartner, key: string, value: AnswerValue): boolean {
  const question = definition.pages[0]?.questions[key];
  if (!question || !isRightAlone(value, question)) return false;
  const isListed = writtenOptions(definition, question).some((each) => each.value === value);
  return !question.dependsOn || question.dependsOn.otherwise !== undefined || isListed;
}

/** Whether each choice is in the open list. */
function isOffered(answers: Answers, { definition }: CompiledPartner): boolean {
  return Object.entries(answers).every(([key, answer]) => {
    const question = definition.pages[0]?.questions[key];
    if (question?.label === 'phone') return isNumberOf(answers[partKey(key)], String(answer));
    if (!question?.dependsOn || isFreeText(question, answers)) return true;
    return optionsOf(definition, question, { answers, now: NOW }).some(({ value }) => value === answer);
  });
}

/** Whether a number has the format that its dial code requires. */
function isNumberOf(code: AnswerValue | undefined, number: string): boolean {
  return phoneMask(String(code ?? '')).format(onlyDigits(number)) === number;
}

export function nameOf(chosen: Chosen): string {
  return JSON.stringify({ ...chosen, opened: [...chosen.opened] });
}
