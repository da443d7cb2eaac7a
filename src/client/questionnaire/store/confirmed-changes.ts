import { questionsOf } from '#form/definition/form-part.ts';
import type { AnswerCore, AnswerPlan, AnswerStep, StoreDefinition } from './answer-core.ts';
import type { AnswerValue, Question } from '#form/definition/definition.ts';

/** What a student wants to change. */
export type WantedChange = {
  readonly step: AnswerStep;
  /** Key of the question that is answered, where it is one. */
  readonly by?: string | undefined;
  /** Called once it is done. */
  readonly onMade?: (() => void) | undefined;
  /** Called when the student would rather leave it. */
  readonly onDeclined?: () => void;
};

/** Long texts that a change would clear, and the question that was answered. */
export type TextLoss = { readonly keys: readonly string[]; readonly by: string | undefined };

export type ConfirmedChanges = ReturnType<typeof createConfirmedChanges>;

/** Makes what a student changes; where it would clear a long text, only once they have agreed to that. */
export function createConfirmedChanges(core: AnswerCore, definition: StoreDefinition) {
  const questions = questionsOf(definition);
  const declines = new Map<string, number>();
  let waiting: readonly WantedChange[] = [];
  let pendingLoss: TextLoss | undefined;

  const longTextsIn = (plan: AnswerPlan | undefined): readonly string[] =>
    (plan?.cleared ?? []).filter((key) => isLongText(questions.get(key), core.state().answers[key]));
  const make = ({ onMade }: WantedChange, plan: AnswerPlan | undefined): void => {
    if (plan) core.carryOut(plan);
    onMade?.();
  };
  /** Ends the question. @returns the changes that it was about */
  const end = (): readonly WantedChange[] => {
    const ended = waiting;
    waiting = [];
    pendingLoss = undefined;
    return ended;
  };
  const changeUnlessLost = (wanted: WantedChange, agreed: readonly string[]): void => {
    const plan = core.plan(wanted.step);
    const keys = longTextsIn(plan);
    const goesAlong = wanted.by !== undefined && waiting.some(({ by }) => by === wanted.by);
    if (keys.every((key) => agreed.includes(key)) && !goesAlong) return make(wanted, plan);
    waiting = [...waiting, wanted];
    pendingLoss = {
      keys: [...new Set([...(pendingLoss?.keys ?? []), ...keys])],
      by: pendingLoss?.by ?? wanted.by,
    };
    core.refresh();
  };
  return {
    /** Makes a change, or has it wait for the student. What the same question changes further waits with it. */
    change: (wanted: WantedChange): void => changeUnlessLost(wanted, []),
    /** Keys of the long texts that a step would clear. */
    lostBy: (step: AnswerStep): readonly string[] => longTextsIn(core.plan(step)),
    /** The loss that waits for a confirmation; the same object until it is something else. */
    pendingLoss: (): TextLoss | undefined => pendingLoss,
    /**
     * The student agrees: what waits is done, unless it would clear a long text that was written in the meantime.
     *
     * @param named keys of the long texts that the dialog named
     */
    agree: (named = pendingLoss?.keys ?? []): void => {
      for (const wanted of end()) changeUnlessLost(wanted, named);
      core.refresh();
    },
    /** The student would rather not: everything stays as it was. */
    decline: (): void => {
      for (const { by, onDeclined } of end()) {
        if (by !== undefined) declines.set(by, (declines.get(by) ?? 0) + 1);
        onDeclined?.();
      }
      core.refresh();
    },
    /** How often a change of this question was declined: its control shows the answer again that it has. */
    declined: (key: string): number => declines.get(key) ?? 0,
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
