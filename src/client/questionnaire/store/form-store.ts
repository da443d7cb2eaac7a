import { allChoices, toFacts } from '#form/answers/facts.ts';
import { optionListName, optionsOf } from '#form/answers/option-lists.ts';
import { withoutHidden, withParts } from '#form/answers/clear-hidden.ts';
import type { FormState, Question } from '#form/definition/definition.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import type { Option } from '#form/definition/option-list.ts';
import { shownNotices } from '#form/notices/shown-notices.ts';
import { createListeners } from '#client/ui/observable.ts';
import { visibleMessages, chosenTab } from './selectors.ts';
import { answerStep, groupStep, lastStepOf, openStep } from './answer-steps.ts';
import { confirmedChanges } from './confirmed-changes.ts';
import { fillHandlers } from './fill-handlers.ts';
import type { FormAction, FormActions } from './form-actions.ts';
import {
  changedEntriesOf,
  deltaOf,
  isNoChange,
  isUndoOver,
  mergeFormChanges,
  NO_CHANGES,
} from './form-changes.ts';
import { blurFocus, focusAfterChange, NO_FOCUS, type QuestionFocus, restoredFocus } from './focus-state.ts';
import type { StoreCore, StoreForm, StoreState } from './store-state.ts';

type FormStoreOptions = StoreForm & {
  readonly state: FormState;
  /** If false, shows default tabs only and adds no instances (docs/behavior.md 6). */
  readonly signedIn: boolean;
  /** Questions with unchecked answers from last year. */
  readonly carried?: readonly string[] | undefined;
};

/** Owns a student's answers outside React; read by `selectors.ts`. */
export type FormStore = Pick<FormStoreOptions, 'definition' | 'signedIn'> & {
  readonly state: () => StoreState;
  /** Calls the listener after every change, with what to save. @returns an unsubscribe function */
  readonly subscribe: (listener: (unsaved?: FormState) => void) => () => void;
  /** Changes the state synchronously, or after a long-text confirmation. */
  readonly dispatch: <Type extends keyof FormActions>(action: FormAction<Type>) => void;
  /** Returns a question's current options; the list is stable while unchanged. */
  readonly options: (question: Question) => readonly Option[];
  /** Returns warnings for a valid answer. @throws ConditionError */
  readonly notices: (question: Question) => readonly string[];
};

/** Store for rendering questions on pages and cards. */
export type QuestionStore = Pick<FormStore, 'definition' | 'subscribe' | 'state' | 'options' | 'notices'> & {
  readonly dispatch: (action: FormAction<'setAnswers' | 'setErrors'>) => void;
};

type Handlers = { readonly [Type in keyof FormActions]: (action: FormAction<Type>) => void };

/** Creates the store of a form, which clears hidden answers after each change. */
export function createFormStore(options: FormStoreOptions): FormStore {
  const { definition, state, now, signedIn, carried = [] } = options;
  const chosen = signedIn ? state : { ...state, tabs: {} };
  const listeners = createListeners<FormState | undefined>();
  // With defaults, so Undo can return to a tab that was never chosen.
  const complete = { ...chosen, ...allChoices(definition, chosen) };
  const core = createCore({ definition, now }, complete, listeners.notify);
  const { questions } = core;
  core.update({ carried: new Map(carried.map((key) => [key, true])) });
  const changes = confirmedChanges(core);
  const handlers: Handlers = {
    ...fillHandlers(core, changes.change),
    ...changes.handlers,
    ...focusHandlers(core),
    setAnswers: ({ answers, onMade }) => {
      const [first = ''] = Object.keys(answers);
      changes.change({ step: answerStep(core, answers), by: questions.get(first)?.partOf ?? first, onMade });
    },
    chooseTab: (action) => {
      if (signedIn && chosenTab(core, action.group) !== action.tab)
        changes.change({ step: groupStep(action) });
    },
    setCount: ({ node, count }) => {
      if (!signedIn || count > node.max) return;
      changes.change({
        step: (form) => ({ state: { ...form, counts: { ...form.counts, [node.id]: count } } }),
      });
    },
    removeInstance: (action) => changes.change({ step: groupStep(action) }),
    setOpen: (action) => changes.change({ step: openStep(core, action) }),
    change: changes.change,
    applyRemote: ({ remote }) => {
      const merged = mergeFormChanges(core.state().form, remote);
      core.apply({ transition: { state: merged }, next: merged, cleared: [] }, merged);
    },
    forgetStep: () => core.update({ lastStep: undefined }),
    confirmCarried: ({ keys }) => {
      const { form, carried: marks } = core.state();
      const all = keys.flatMap((key) => withParts(definition, key));
      const unsaved = { ...NO_CHANGES, answers: changedEntriesOf(form.answers, all) };
      core.update({ carried: withChecked(marks, questions, keys) }, unsaved);
    },
    setErrors: ({ sources, held }) => {
      const before = core.state().errors;
      const errors = visibleMessages(sources, questions, before, held);
      if (errors !== before) core.update({ errors });
    },
  };
  return {
    definition,
    signedIn,
    state: core.state,
    subscribe: listeners.add,
    dispatch: (action) => handlers[action.type](action),
    options: optionLists(core),
    notices: (question) => shownNotices(definition, question, core.state().facts),
  };
}

/** Marks the answers to these keys as checked; a part counts for its question. */
function withChecked(
  carried: StoreState['carried'],
  questions: StoreCore['questions'],
  keys: readonly string[],
): StoreState['carried'] {
  if (carried.size === 0) return carried;
  const checked = new Set(keys.map((key) => questions.get(key)?.partOf ?? key));
  return new Map([...carried].map(([key, isMarked]) => [key, isMarked && !checked.has(key)]));
}

function createCore(
  form: StoreForm,
  first: FormState,
  notify: (unsaved: FormState | undefined) => void,
): StoreCore {
  const { definition } = form;
  const questions = questionsOf(definition);
  let state: StoreState = {
    form: first,
    facts: toFacts(definition, withoutHidden(definition, first)),
    declines: {},
    errors: new Map(),
    awaited: [],
    records: new Map(),
    focus: NO_FOCUS,
    carried: new Map(),
  };
  return {
    ...form,
    questions,
    state: () => state,
    update: (part, unsaved) => {
      state = { ...state, ...part };
      notify(unsaved);
    },
    apply: (plan, known = state.form) => {
      const { next, transition } = plan;
      const unsaved = deltaOf(known, next);
      const last =
        lastStepOf(definition, state.form, plan) ?? (transition.isUndo ? undefined : state.lastStep);
      const changed = Object.keys(deltaOf(state.form, next).answers);
      state = {
        ...state,
        form: next,
        carried: withChecked(state.carried, questions, changed),
        facts: toFacts(definition, withoutHidden(definition, next)),
        lastStep: last && !isUndoOver(definition, next, last) ? last : undefined,
        focus: focusAfterChange(state.focus, { changed: unsaved.answers, questions, answers: next.answers }),
      };
      notify(isNoChange(unsaved) ? undefined : unsaved);
    },
  };
}

function focusHandlers({
  state,
  update,
  questions,
}: StoreCore): Pick<Handlers, 'focus' | 'touch' | 'blur' | 'restored'> {
  const blurred = (): QuestionFocus => blurFocus(state().focus, questions, state().form.answers);
  return {
    focus: ({ key }) => {
      if (key !== state().focus.current) update({ focus: { ...blurred(), current: key } });
    },
    touch: () => {
      if (!state().focus.isTouched) update({ focus: { ...state().focus, isTouched: true } });
    },
    blur: ({ key = state().focus.current }) => {
      if (key !== undefined && key === state().focus.current) update({ focus: blurred() });
    },
    restored: () => {
      const focus = restoredFocus(state().focus, questions, state().form.answers);
      if (focus.blurred.length > 0) update({ focus });
    },
  };
}

/** Returns a question's options; caches each list. */
function optionLists({ definition, now, state }: StoreCore): FormStore['options'] {
  const lists = new Map<string, readonly Option[]>();
  return (question) => {
    const { answers } = state().form;
    const name = optionListName(question, answers) ?? '';
    const list = lists.get(name) ?? optionsOf(definition, question, { answers, now });
    lists.set(name, list);
    return list;
  };
}
