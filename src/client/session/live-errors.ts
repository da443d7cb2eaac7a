import { afterPaint } from '#client/ui/after-paint.ts';
import type { WebStatus } from '#form/progress/web-status.ts';
import { errorsToLookAt, keysToLookAt } from '#form/progress/to-look-at.ts';
import type { ValidationErrors } from '#form/validation/validate-answers.ts';
import type { Autosave } from '../saving/autosave.ts';
import type { Application } from './application.ts';
import { watchLeftErrors } from './left-errors.ts';

type Watched = Pick<Application, 'definition' | 'store' | 'student' | 'errors' | 'validate'> & {
  readonly autosave: Pick<Autosave, 'getState' | 'subscribe'>;
  /** Keys of the questions that have changed since they were answered; a server of an older version knows of none. */
  readonly changed: readonly string[] | undefined;
  readonly now: () => Date;
};

/**
 * Keeps the messages current while the status is validating (docs/behavior.md 4.3): they are found again whenever
 * an answer, a tab or a count changes. Before that nothing is shown but what the server refused to save, what the form
 * has changed since it was answered, and what is wrong with a question that was left.
 *
 * @param mayMove resolves when messages may come and go without moving the page under a pressed pointer
 * @param onFault called when the check itself fails
 * @returns stops watching
 */
export function keepErrorsCurrent(
  { definition, store, student, errors, validate, autosave, changed, now }: Watched,
  mayMove: () => Promise<void>,
  onFault: (error: unknown) => void,
): () => void {
  let checked: unknown;
  let checkedAs: WebStatus | null | undefined;
  const check = async (): Promise<void> => {
    const state = store.state();
    const { webStatus } = student.get();
    if (webStatus === 'submitted' || (checked === state && checkedAs === webStatus)) return;
    checked = state;
    checkedAs = webStatus;
    const isValidating = webStatus === 'validating';
    const before = errors.get();
    const keys = keysToLookAt(definition, state.answers, { changed, now: now() });
    if (!isValidating && keys.size === 0 && Object.keys(before).length === 0) return;
    const found = await validate();
    await mayMove();
    // An answer changed in between has a check of its own, and what a submission found is newer.
    if (checked !== state || errors.get() !== before) return;
    errors.set(isValidating ? found : errorsToLookAt(found, keys, state.answers));
  };
  const run = (): void => void check().catch(onFault);
  let refused: ValidationErrors = autosave.getState().errors;
  const isWanted = (): boolean => !['validating', 'submitted'].includes(student.get().webStatus ?? '');
  const left = watchLeftErrors(
    { definition, store, validate, isWanted },
    { mayMove, onFault, onChange: () => show() },
  );
  const show = (): void => store.setErrors(joinedErrors(joinedErrors(errors.get(), refused), left.get()));
  const showRefused = (): void => {
    // What is refused while its question has the focus waits until that is blurred.
    const current = store.currentQuestion();
    const latest = Object.entries(autosave.getState().errors).filter(
      ([key]) => Object.hasOwn(refused, key) || (store.question(key)?.partOf ?? key) !== current,
    );
    if (latest.length === 0 && Object.keys(refused).length === 0) return;
    refused = Object.fromEntries(latest);
    show();
  };
  const stops = [
    store.subscribe(() => afterPaint(run)),
    student.subscribe(run),
    errors.subscribe(show),
    left.stop,
    autosave.subscribe(showRefused),
    store.onLeave(showRefused),
  ];
  run();
  return () => stops.forEach((stop) => stop());
}

/** The messages of both at each question, each once. */
function joinedErrors(first: ValidationErrors, second: ValidationErrors): ValidationErrors {
  const both = Object.entries(second).map(
    ([key, sentences]) => [key, [...new Set([...(first[key] ?? []), ...sentences])]] as const,
  );
  return { ...first, ...Object.fromEntries(both) };
}
