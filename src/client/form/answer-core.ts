import { clearHidden } from '#form/answers/clear-hidden.ts';
import { toFacts } from '#form/answers/facts.ts';
import type { Facts, FormDefinition, FormState } from '#form/definition/definition.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import { deltaBetween, isEmptyDelta, type FormDelta } from './form-delta.ts';
import { createListeners } from './listeners.ts';

/** The parts of a definition that the store works with; a log-in card is such a form of one page. */
export type StoreDefinition = Pick<FormDefinition, 'pages' | 'options' | 'homeState'>;

/** What was cleared last without being asked for: the questions, so that it can be told and taken back. */
export type ClearedAnswers = { readonly keys: readonly string[] };

/** What a look-up filled in last: the question that was looked up, and all questions whose answers it changed. */
export type FilledAnswers = { readonly by: string; readonly keys: readonly string[] };

/** The last step that can be taken back, and how: either something was cleared, or something was filled in. */
type LastStep = {
  readonly back: FormDelta;
  readonly cleared?: ClearedAnswers;
  readonly filled?: FilledAnswers;
};

/** The state, the facts that follow from it, and the one way in which it changes. */
export type AnswerCore = ReturnType<typeof createAnswerCore>;

/** Holds the state of a form; after each change what became hidden is cleared, on all pages. */
export function createAnswerCore(definition: StoreDefinition, first: FormState) {
  const questions = questionsOf(definition);
  const changes = createListeners<void>();
  const deltas = createListeners<FormDelta>();
  let state = first;
  let facts: Facts = toFacts(definition, state);
  let last: LastStep | undefined;

  /** Puts a state in place; what differs from `told`, which the server knows already, is told. */
  const put = (next: FormState, told: FormState): void => {
    const delta = deltaBetween(told, next);
    state = next;
    facts = toFacts(definition, next);
    changes.tell();
    if (!isEmptyDelta(delta)) deltas.tell(delta);
  };
  const change = (asked: FormState, told = state, lost: readonly string[] = []): void => {
    const hidden = clearHidden(definition, asked);
    const next = { ...asked, answers: hidden.answers };
    const keys = [...lost, ...hidden.cleared].filter((key) => questions.has(key));
    if (keys.length > 0) last = { cleared: { keys }, back: deltaBetween(next, state) };
    else if (isOverwritten(last?.filled, deltaBetween(state, next))) last = undefined;
    put(next, told);
  };
  const fill = (by: string, asked: FormState, before: FormState): void => {
    const next = { ...asked, answers: clearHidden(definition, asked).answers };
    const back = deltaBetween(next, before);
    if (!isEmptyDelta(back)) last = { filled: { by, keys: Object.keys(back.answers) }, back };
    put(next, state);
  };
  const dismiss = (): void => {
    last = undefined;
    changes.tell();
  };
  return {
    /** Calls the listener after every change, until the function it returns is called. */
    subscribe: changes.add,
    /** Calls the listener with what each change altered, as it has to be saved. */
    onDelta: deltas.add,
    /** Has everything that shows the form look again, where more than the state has changed. */
    refresh: () => changes.tell(),
    state: (): FormState => state,
    facts: (): Facts => facts,
    /**
     * Changes the state as asked, then clears what became hidden.
     *
     * @param told the state that the server knows already; the present one
     * @param lost keys whose answers the change itself gave up
     */
    change,
    /**
     * Changes the state as asked for what a look-up found, in one step that can be taken back.
     *
     * @param by key of the question that was looked up
     * @param before the state that taking it back leads to
     */
    fill,
    /** What was cleared last; the same object until something else is, or is filled in. */
    cleared: (): ClearedAnswers | undefined => last?.cleared,
    /** What was filled in last; undefined once one of these answers, or something else, has changed by itself. */
    filled: (): FilledAnswers | undefined => last?.filled,
    dismissCleared: dismiss,
    /** What was filled in stays for good. */
    dismissFilled: (): void => {
      if (last?.filled) dismiss();
    },
    /** Takes the last clearing back, together with the change that caused it; or all that was filled in. */
    undo: (): void => {
      if (!last) return;
      const restored = merge(state, last.back);
      dismiss();
      put({ ...restored, answers: clearHidden(definition, restored).answers }, state);
    },
    /** Takes over what the server holds. It is not told again; only what it hides, and so clears, is. */
    applyRemote: (remote: Partial<FormState>): void => {
      const merged = merge(state, remote);
      change(merged, merged);
    },
  };
}

/** To take back what was filled in would now lose what was answered since. */
function isOverwritten(filled: FilledAnswers | undefined, { answers }: FormDelta): boolean {
  return filled?.keys.some((key) => Object.hasOwn(answers, key)) ?? false;
}

function merge(state: FormState, change: Partial<FormState>): FormState {
  return {
    answers: { ...state.answers, ...change.answers },
    tabs: { ...state.tabs, ...change.tabs },
    counts: { ...state.counts, ...change.counts },
  };
}
