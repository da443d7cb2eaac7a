import { afterPaint } from '#client/ui/after-paint.ts';
import { isShown } from '#form/answers/visible-questions.ts';
import type { FormDefinition } from '#form/definition/definition.ts';
import { errorsWhenLeft, stillWrong } from '#form/validation/errors-when-left.ts';
import type { ValidationErrors } from '#form/validation/validate-answers.ts';
import type { FormStore } from '#client/questionnaire/store/form-store.ts';
import type { FormCheck } from './application.ts';

type Watched = Pick<FormCheck, 'validate'> & {
  readonly definition: FormDefinition;
  readonly store: FormStore;
  /** False once all that is wrong is shown anyhow, or nothing can be changed any more. */
  readonly isWanted: () => boolean;
};

type WatchOptions = {
  /** Resolves when messages may come without moving the page under a pressed pointer. */
  readonly mayMove: () => Promise<void>;
  /** Called when other sentences are to be shown. */
  readonly onChange: () => void;
  /** Called when the check itself fails. */
  readonly onFault: (error: unknown) => void;
};

type LeftErrors = {
  /** What is to be shown now. */
  readonly get: () => ValidationErrors;
  readonly stop: () => void;
};

/**
 * Finds what is wrong with the questions that were answered and left, before the form is submitted (decision 6): new
 * sentences come when a question is left, and go as soon as they are no longer true.
 */
export function watchLeftErrors(
  { definition, store, validate, isWanted }: Watched,
  { mayMove, onChange, onFault }: WatchOptions,
): LeftErrors {
  let shown: ValidationErrors = {};
  let checked: unknown;
  let checks = 0;
  let isLeaving = false;
  const check = async (): Promise<void> => {
    const state = store.state();
    if (!isLeaving && checked === state) return;
    checked = state;
    const mine = (checks += 1);
    const left = isWanted() ? store.leftQuestions() : [];
    const errors = left.length === 0 ? {} : await validate();
    if (Object.keys(shown).length > 0 || Object.keys(errors).length > 0) await mayMove();
    if (mine !== checks) return;
    const isAsked = (question: Parameters<typeof isShown>[0]) => isShown(question, store.facts());
    const all = errorsWhenLeft(definition, errors, { left, answers: state.answers, isAsked });
    const next = isLeaving ? all : stillWrong(shown, all);
    isLeaving = false;
    if (Object.keys(shown).length === 0 && Object.keys(next).length === 0) return;
    shown = next;
    onChange();
  };
  const run = (): void => void check().catch(onFault);
  const stops = [
    store.subscribe(() => afterPaint(run)),
    store.onLeave(() => {
      isLeaving = true;
      afterPaint(run);
    }),
  ];
  return { get: () => (isWanted() ? shown : {}), stop: () => stops.forEach((stop) => stop()) };
}
