import type { Answers, Facts, FormDefinition, FormState, Question } from '#form/definition/definition.ts';
import type { LastStep } from './form-changes.ts';
import type { QuestionFocus } from './focus-state.ts';

/** Parts of a definition that the store needs. */
export type StoreDefinition = Pick<FormDefinition, 'pages' | 'options' | 'homeState'>;

/** The form that is answered, and today, for lists of years. */
export type StoreForm = { readonly definition: StoreDefinition; readonly now: Date };

/** Computes a change from the present state; undefined for none. */
export type AnswerStep = (state: FormState) => Transition | undefined;

/** The wanted state, before what it hides is cleared. */
type Transition = {
  readonly state: FormState;
  /** Keys whose answers the step itself clears, in addition to those that it hides. */
  readonly lost?: readonly string[];
  /** Set for what a look-up by a question fills in: undo leads to the state `before`. */
  readonly filled?: { readonly by: string; readonly before: FormState };
  readonly isUndo?: boolean;
};

/** All that follows from a step in the present state. */
export type AnswerPlan = {
  readonly transition: Transition;
  readonly next: FormState;
  /** The questions whose answers are cleared, without those for documents. */
  readonly cleared: readonly string[];
};

/** Long texts that a change would clear, and the question that was answered. */
type TextLoss = { readonly keys: readonly string[]; readonly by: string | undefined };

/** Messages by question. */
export type VisibleMessages = ReadonlyMap<string, readonly string[]>;

/** Everything that a page shows; each change makes another object. */
export type StoreState = {
  readonly form: FormState;
  /** What conditions read, computed from the form. */
  readonly facts: Facts;
  /** What was cleared or filled in last; undefined once it cannot be undone. */
  readonly lastStep?: LastStep | undefined;
  /** The loss that waits for a confirmation. */
  readonly loss?: TextLoss | undefined;
  /** How often a change of a question was declined: its control then shows the stored answer again. */
  readonly declines: Readonly<Record<string, number>>;
  /** The visible messages by question. */
  readonly errors: VisibleMessages;
  /** The questions that were looked up, while their records are loading. */
  readonly awaited: readonly Question[];
  /** Answers of the last look-up, by the question that was looked up. */
  readonly records: ReadonlyMap<string, Answers>;
  readonly focus: QuestionFocus;
};

/** The state of a store, and the two ways in which it changes. */
export type StoreCore = StoreForm & {
  readonly questions: ReadonlyMap<string, Question>;
  readonly state: () => StoreState;
  /** Replaces parts of the state other than the form. */
  readonly update: (part: Partial<Omit<StoreState, 'form' | 'facts'>>) => void;
  /** Changes the form as planned. What differs from `known`, which the server has already, is to be saved. */
  readonly apply: (plan: AnswerPlan, known?: FormState) => void;
};
