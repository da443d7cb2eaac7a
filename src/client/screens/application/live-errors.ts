import type { Application } from './application.ts';

type Watched = Pick<Application, 'store' | 'student' | 'errors' | 'validate'>;

/**
 * Keeps the messages current while the status is validating (specification 5): they are found again whenever
 * an answer, a tab or a count changes. Before that nothing is shown.
 *
 * @param mayMove resolves when messages may come and go without moving the page under a pressed pointer
 * @param onFault told when the check itself fails
 * @returns stops watching
 */
export function keepErrorsCurrent(
  { store, student, errors, validate }: Watched,
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
  const stops = [
    store.subscribe(run),
    student.subscribe(run),
    errors.subscribe(() => store.setErrors(errors.get())),
  ];
  run();
  return () => stops.forEach((stop) => stop());
}
