import type { Answers, Facts, FormDefinition, FormState, Question } from '#form/definition/definition.ts';
import type { LastStep } from './form-changes.ts';
import type { QuestionFocus } from './focus-state.ts';

/** Parts of a definition that the store needs. */
export type StoreDefinition = Pick<FormDefinition, 'pages' | 'options' | 'homeState'>;

/** The form, and today's date for lists of years. */
export type StoreForm = { readonly definition: StoreDefinition; readonly now: Date };

/** Computes a change of the current state, or undefined for none. */
export type AnswerStep = (state: FormState) => Transition | undefined;

/** The requested state, before hidden answers are cleared. */
type Transition = {
  readonly state: FormState;
  /** Keys cleared by the step itself, apart from hidden ones. */
  readonly lost?: readonly string[];
  /** Set for a look-up: its question, and the state for undo. */
  readonly filled?: { readonly by: string; readonly before: FormState };
  readonly isUndo?: boolean;
};

/** The complete effect of a step on the current state. */
export type AnswerPlan = {
  readonly transition: Transition;
  readonly next: FormState;
  /** Questions with cleared answers, except documents. */
  readonly cleared: readonly string[];
};

/** Long texts a change would clear, and the answered question. */
type TextLoss = { readonly keys: readonly string[]; readonly by: string | undefined };

/** Messages by question. */
export type VisibleMessages = ReadonlyMap<string, readonly string[]>;

/** Immutable page state. */
export type StoreState = {
  readonly form: FormState;
  /** Inputs of conditions, computed from the form. */
  readonly facts: Facts;
  /** The last undoable step; undefined once obsolete. */
  readonly lastStep?: LastStep | undefined;
  /** Long texts pending confirmation. */
  readonly loss?: TextLoss | undefined;
  /** Number of declined changes by question; resets controls to the stored answer. */
  readonly declines: Readonly<Record<string, number>>;
  readonly errors: VisibleMessages;
  /** Questions whose look-up is loading. */
  readonly awaited: readonly Question[];
  /** Answers of the last look-up, by its question. */
  readonly records: ReadonlyMap<string, Answers>;
  readonly focus: QuestionFocus;
  /** Questions with an answer from last year: true until it is checked. */
  readonly carried: ReadonlyMap<string, boolean>;
};

/** The state of a store and its two mutators. */
export type StoreCore = StoreForm & {
  readonly questions: ReadonlyMap<string, Question>;
  readonly state: () => StoreState;
  /** Updates state other than the form; saves `unsaved`, if given. */
  readonly update: (part: Partial<Omit<StoreState, 'form' | 'facts'>>, unsaved?: FormState) => void;
  /** Applies a plan to the form. Saves differences from `known`, the server's state. */
  readonly apply: (plan: AnswerPlan, known?: FormState) => void;
};
