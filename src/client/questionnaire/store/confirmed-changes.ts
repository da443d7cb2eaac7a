import type { AnswerValue, Question } from '#form/definition/definition.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import { groupStep, planStep, undoStep } from './answer-steps.ts';
import type { FormAction } from './form-actions.ts';
import type { AnswerPlan, AnswerStep, StoreCore } from './store-state.ts';

/** A change requested by a student. */
export type WantedChange = {
  readonly step: AnswerStep;
  /** Key of the answered question, if any. */
  readonly by?: string | undefined;
  /** Called after the change. */
  readonly onMade?: (() => void) | undefined;
  readonly onDeclined?: () => void;
};

/** Applies changes, confirming first if a long text would be cleared. */
export function confirmedChanges(core: StoreCore) {
  const { definition, state, update, apply } = core;
  let waiting: readonly WantedChange[] = [];

  /** Ends the confirmation. @returns its pending changes */
  const end = (): readonly WantedChange[] => {
    const ended = waiting;
    waiting = [];
    update({ loss: undefined });
    return ended;
  };
  /** Applies a change, or queues it behind its question's pending changes. */
  const change = (wanted: WantedChange, agreed: readonly string[] = []): void => {
    const plan = planStep(definition, state().form, wanted.step);
    const keys = longTextsIn(core, plan);
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
    handlers: {
      /** Applies pending changes unless they would clear a long text written since. */
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

type Source = Pick<StoreCore, 'definition' | 'state'>;

/** Returns the keys of the long texts that an action would clear. */
export function longTextsLostBy(
  store: Source,
  action: FormAction<'chooseTab' | 'removeInstance' | 'undo'>,
): readonly string[] {
  const { form, lastStep } = store.state();
  const step = action.type === 'undo' ? undoStep(lastStep) : groupStep(action);
  return longTextsIn(store, planStep(store.definition, form, step));
}

function longTextsIn({ definition, state }: Source, plan: AnswerPlan | undefined): readonly string[] {
  const { answers } = state().form;
  return (plan?.cleared ?? []).filter((key) => isLongText(questionsOf(definition).get(key), answers[key]));
}

/** Maximum length of a single-line answer by default (docs/behavior.md 5.3). */
const ONE_LINE = 45;

/** Whether an answer is too long to retype quickly. */
export function isLongText(
  question: Pick<Question, 'multiline'> | undefined,
  answer: AnswerValue | undefined,
): boolean {
  if (!question?.multiline || typeof answer !== 'string') return false;
  const text = answer.trim();
  return text.includes('\n') || Array.from(text).length > ONE_LINE;
}
