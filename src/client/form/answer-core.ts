import { clearHidden } from '#form/answers/clear-hidden.ts';
import { toFacts } from '#form/answers/facts.ts';
import type { Facts, FormDefinition, FormState } from '#form/definition/definition.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import { deltaBetween, isEmptyDelta, type FormDelta } from './form-delta.ts';
import { createListeners } from './listeners.ts';

/** The parts of a definition that the store works with; a log-in card is such a form of one page. */
export type StoreDefinition = Pick<FormDefinition, 'pages' | 'options'>;

/** What was cleared last without being asked for: the questions, so that it can be told and taken back. */
export type ClearedAnswers = { readonly keys: readonly string[] };

/** The state, the facts that follow from it, and the one way in which it changes. */
export type AnswerCore = ReturnType<typeof createAnswerCore>;

/** Holds the state of a form; after each change what became hidden is cleared, on all pages. */
export function createAnswerCore(definition: StoreDefinition, first: FormState) {
  const questions = questionsOf(definition);
  const changes = createListeners<void>();
  const deltas = createListeners<FormDelta>();
  let state = first;
  let facts: Facts = toFacts(definition, state);
  let cleared: (ClearedAnswers & { readonly back: FormDelta }) | undefined;

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
    if (keys.length > 0) cleared = { keys, back: deltaBetween(next, state) };
    put(next, told);
  };
  const dismissCleared = (): void => {
    cleared = undefined;
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
    /** What was cleared last; the same object until something else is. */
    cleared: (): ClearedAnswers | undefined => cleared,
    dismissCleared,
    /** Takes the last clearing back, together with the change that caused it. */
    undo: (): void => {
      if (!cleared) return;
      const restored = merge(state, cleared.back);
      dismissCleared();
      put({ ...restored, answers: clearHidden(definition, restored).answers }, state);
    },
    /** Takes over what the server holds. It is not told again; only what it hides, and so clears, is. */
    applyRemote: (remote: Partial<FormState>): void => {
      const merged = merge(state, remote);
      change(merged, merged);
    },
  };
}

function merge(state: FormState, change: Partial<FormState>): FormState {
  return {
    answers: { ...state.answers, ...change.answers },
    tabs: { ...state.tabs, ...change.tabs },
    counts: { ...state.counts, ...change.counts },
  };
}
