import { afterPaint } from '../ui/schedule.ts';
import { pointerRelease } from '../ui/pointer-release.ts';
import { isShown } from '#form/answers/visible-questions.ts';
import { errorsOnBlur, remainingErrors } from '#form/validation/errors-on-blur.ts';
import type { ValidationErrors } from '#form/validation/validate-answers.ts';
import type { Application } from './application.ts';
import type { WebStatus } from '#form/progress/web-status.ts';
import { errorsToReview, keysToReview } from '#form/progress/keys-to-review.ts';
import type { Autosave } from '../saving/autosave.ts';

type Watched = Pick<Application, 'definition' | 'store' | 'validate'> & {
  /** False when all errors are shown anyway, or nothing can change. */
  readonly isWanted: () => boolean;
};

/** Errors of blurred or restored questions (decision 6), removed once fixed. `onChange` is called when they change. */
export function watchBlurredErrors({ definition, store, validate, isWanted }: Watched, onChange: () => void) {
  const pointer = pointerRelease(window);
  let shown: ValidationErrors = {};
  let checked: unknown;
  let checks = 0;
  let shownBlurs = store.state().focus.blurs;
  const check = async (): Promise<void> => {
    const { form: state, focus } = store.state();
    if (focus.blurs === shownBlurs && checked === state) return;
    checked = state;
    const mine = (checks += 1);
    const touched = isWanted() ? focus.blurred : [];
    const errors = touched.length === 0 ? {} : await validate();
    if (Object.keys(shown).length > 0 || Object.keys(errors).length > 0) await pointer.wait();
    if (mine !== checks) return;
    const isVisible = (question: Parameters<typeof isShown>[0]) => isShown(question, store.state().facts);
    const all = errorsOnBlur(definition, errors, { touched, answers: state.answers, isVisible });
    // A question can be left during the check: the next check shows its errors.
    const next = focus.blurs === shownBlurs ? remainingErrors(shown, all) : all;
    shownBlurs = focus.blurs;
    if (Object.keys(shown).length === 0 && Object.keys(next).length === 0) return;
    shown = next;
    onChange();
  };
  const run = (): void => void check().catch(console.error);
  const stop = store.subscribe(() => afterPaint(run));
  store.dispatch({ type: 'restored' });
  return { get: (): ValidationErrors => (isWanted() ? shown : {}), stop };
}

type WatchedForm = Pick<Application, 'definition' | 'store' | 'student' | 'errors' | 'validate'> & {
  readonly autosave: Pick<Autosave, 'getState' | 'subscribe'>;
  /** Questions changed in the form since answered; undefined from older servers. */
  readonly changed: readonly string[] | undefined;
  readonly now: () => Date;
};

/**
 * Keeps messages up to date.
 * All errors while `validating` (docs/behavior.md 4.3); before that, refused saves, questions changed in the form since
 * answered, and errors of blurred questions. @returns an unsubscribe function
 */
export function updateMessages(watched: WatchedForm): () => void {
  const { definition, store, student, errors, validate, autosave, changed, now } = watched;
  const pointer = pointerRelease(window);
  let checked: unknown;
  let checkedAs: WebStatus | null | undefined;
  const check = async (): Promise<void> => {
    const state = store.state().form;
    const { webStatus } = student.get();
    if (webStatus === 'submitted' || (checked === state && checkedAs === webStatus)) return;
    checked = state;
    checkedAs = webStatus;
    const isValidating = webStatus === 'validating';
    const before = errors.get();
    const keys = keysToReview(definition, state.answers, { changed, now: now() });
    if (!isValidating && keys.size === 0 && Object.keys(before).length === 0) return;
    const found = await validate();
    await pointer.wait();
    // A later change has its own check; errors from a submission are newer.
    if (checked !== state || errors.get() !== before) return;
    errors.set(isValidating ? found : errorsToReview(found, keys, state.answers));
  };
  const run = (): void => void check().catch(console.error);
  const isWanted = (): boolean => !['validating', 'submitted'].includes(student.get().webStatus ?? '');
  const left = watchBlurredErrors({ definition, store, validate, isWanted }, () => show());
  const opened = store.state().form;
  let focused = store.state().focus.current;
  const show = (): void =>
    store.dispatch({
      type: 'setErrors',
      sources: [errors.get(), autosave.getState().errors, left.get()],
      // A link can lead to a question with an existing error.
      held: store.state().form === opened ? undefined : focused,
    });
  const showAtFocusChange = (): void => {
    const { current } = store.state().focus;
    if (current === focused) return;
    focused = current;
    void pointer.wait().then(show);
  };
  const stops = [
    store.subscribe(() => {
      showAtFocusChange();
      afterPaint(run);
    }),
    student.subscribe(run),
    errors.subscribe(show),
    left.stop,
    autosave.subscribe(show),
  ];
  run();
  return () => stops.forEach((stop) => stop());
}
