import type { ValidationErrors } from '#form/validation/validate-answers.ts';
import type { Autosave } from './saving/autosave.ts';
import type { Application } from './application.ts';

type Watched = Pick<Application, 'store' | 'student' | 'errors' | 'validate'> & {
  readonly autosave: Pick<Autosave, 'getState' | 'subscribe'>;
};

/**
 * Keeps the messages current while the status is validating (specification 5): they are found again whenever
 * an answer, a tab or a count changes. Before that nothing is shown but what the server refused to save.
 *
 * @param mayMove resolves when messages may come and go without moving the page under a pressed pointer
 * @param onFault called when the check itself fails
 * @returns stops watching
 */
export function keepErrorsCurrent(
  { store, student, errors, validate, autosave }: Watched,
  mayMove: () => Promise<void>,
  onFault: (error: unknown) => void,
): () => void {
  let checked: unknown;
  const check = async (): Promise<void> => {
    const state = store.state();
    if (student.get().webStatus !== 'validating' || checked === state) return;
    checked = state;
    const before = errors.get();
    const found = await validate();
    await mayMove();
    // An answer changed meanwhile has a check of its own, and what a submission found is newer.
    if (checked === state && errors.get() === before) errors.set(found);
  };
  const run = (): void => void check().catch(onFault);
  let refused = autosave.getState().errors;
  const show = (): void => store.setErrors(joinedErrors(errors.get(), refused));
  const showRefused = (): void => {
    const now = autosave.getState().errors;
    if (now === refused) return;
    refused = now;
    show();
  };
  const stops = [
    store.subscribe(run),
    student.subscribe(run),
    errors.subscribe(show),
    autosave.subscribe(showRefused),
  ];
  run();
  return () => stops.forEach((stop) => stop());
}

/** The sentences of both at each question. */
function joinedErrors(first: ValidationErrors, second: ValidationErrors): ValidationErrors {
  const both = Object.entries(second).map(
    ([key, sentences]) => [key, [...(first[key] ?? []), ...sentences]] as const,
  );
  return { ...first, ...Object.fromEntries(both) };
}
