import type { AnswerValue, Question } from '#form/definition/definition.ts';
import { planStep } from './answer-steps.ts';
import type { FormAction } from './form-actions.ts';
import type { AnswerPlan, AnswerStep, StoreCore } from './store-state.ts';

/** A change requested by a student. */
export type WantedChange = {
  readonly step: AnswerStep;
  /** Key of the question that is answered, where it is one. */
  readonly by?: string | undefined;
  /** Called once it is done. */
  readonly onMade?: (() => void) | undefined;
  /** Called when the student declines it. */
  readonly onDeclined?: () => void;
};

/** Makes what a student changes; where it would clear a long text, only after a confirmation. */
export function confirmedChanges({ definition, questions, state, update, apply }: StoreCore) {
  let waiting: readonly WantedChange[] = [];

  const longTextsIn = (plan: AnswerPlan | undefined): readonly string[] =>
    (plan?.cleared ?? []).filter((key) => isLongText(questions.get(key), state().form.answers[key]));
  const planOf = (step: AnswerStep) => planStep(definition, state().form, step);
  /** Ends the confirmation. @returns the changes that waited for it */
  const end = (): readonly WantedChange[] => {
    const ended = waiting;
    waiting = [];
    update({ loss: undefined });
    return ended;
  };
  /** Makes a change, or lets it wait with everything else that the same question changes. */
  const change = (wanted: WantedChange, agreed: readonly string[] = []): void => {
    const plan = planOf(wanted.step);
    const keys = longTextsIn(plan);
    const isGrouped = wanted.by !== undefined && waiting.some(({ by }) => by === wanted.by);
    if (keys.every((key) => agreed.includes(key)) && !isGrouped) {
      if (plan) apply(plan);
      wanted.onMade?.();
      return;
    }
    waiting = [...waiting, wanted];
    const { loss } = state();
    update({ loss: { keys: [...new Set([...(loss?.keys ?? []), ...keys])], by: loss?.by ?? wanted.by } });
  };
  return {
    change,
    lostBy: (step: AnswerStep): readonly string[] => longTextsIn(planOf(step)),
    handlers: {
      /** Makes what waits, unless it would clear a long text that was written in the meantime. */
      agree: ({ keys = state().loss?.keys ?? [] }: FormAction<'agree'>): void => {
        for (const wanted of end()) change(wanted, keys);
      },
      decline: (): void => {
        for (const { by, onDeclined } of end()) {
          const { declines } = state();
          if (by !== undefined) update({ declines: { ...declines, [by]: (declines[by] ?? 0) + 1 } });
          onDeclined?.();
        }
      },
    },
  };
}

/** What one line takes where nothing else is said (docs/behavior.md 5.3). */
const ONE_LINE = 45;

/** True for an answer of more than a line, which nobody writes a second time in a moment. */
export function isLongText(
  question: Pick<Question, 'multiline'> | undefined,
  answer: AnswerValue | undefined,
): boolean {
  if (!question?.multiline || typeof answer !== 'string') return false;
  const text = answer.trim();
  return text.includes('\n') || Array.from(text).length > ONE_LINE;
}
