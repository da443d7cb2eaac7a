import { createContext, use, useMemo, useSyncExternalStore, type ComponentType, type ReactNode } from 'react';
import type { Condition, LayoutNode, Question, TabsNode, AnswerValue } from '#form/definition/definition.ts';
import { useAfterPaint } from '../ui/schedule.ts';
import type { Documents } from '../widgets/file/document-view.ts';
import type { QuestionLookup } from '../widgets/lookup/lookup.ts';
import type { FindWidget } from '../widgets/widget.ts';
import type { FormStore, QuestionStore } from './store/form-store.ts';
import type { Option } from '#form/definition/option-list.ts';
import type { FilledAnswers } from './store/form-changes.ts';
import { answerOf, holds, isAwaited, isVisible } from '#client/questionnaire/store/selectors.ts';

/** Context of everything that renders a page. */
export type FormScope = {
  readonly store: QuestionStore;
  /** The same store for groups; left out on a card, which has none. */
  readonly form?: FormStore;
  readonly readOnly: boolean;
  /** Text counts with each key (log-in cards), not when its control is left. */
  readonly live: boolean;
  readonly widgetNamed: FindWidget;
  /** Renders what is not a question: to be filled in, or to be read. */
  readonly parts: LayoutParts;
  /** The student's documents; left out where nobody is logged in. */
  readonly documents?: Documents | undefined;
  /** Changes a tab, unless something prevents it; without it the store does. */
  readonly chooseTab?: ChooseTab;
  /** How a question is looked up; left out where all of them are only typed, as on the cards. */
  readonly lookup?: ((question: Question) => QuestionLookup | undefined) | undefined;
  /** Renders one question: by RJSF on the pages, plainly on the cards. */
  readonly questionView: ComponentType<{ readonly question: Question }>;
};

export type ChooseTab = (group: TabsNode, tab: string) => void;

/** Renders what is inside a node; a node is given it, so that it need not know the walker that knows the node. */
export type RenderNodes = (nodes: readonly LayoutNode[]) => ReactNode;

export const FormScopeContext = createContext<FormScope | undefined>(undefined);

/** @throws Error outside a FormPage or a CardForm */
export function useFormScope(): FormScope {
  const scope = use(FormScopeContext);
  if (!scope)
    throw new Error('A question is rendered outside a form. Put it inside a FormPage or a CardForm.');
  return scope;
}

/** The store of a page. @throws Error on a card */
export function useFormStore(): FormStore {
  const { form } = useFormScope();
  if (!form) throw new Error('A group is rendered without the store of a page. Put it inside a FormPage.');
  return form;
}

/** Reads from the store; re-renders only when the value differs. */
export function useFromStore<Value>(store: QuestionStore, read: () => Value): Value {
  return useSyncExternalStore(store.subscribe, read, read);
}

/** Returns the current view of a question. */
export function useQuestionView(question: Question): QuestionView {
  const { store } = useFormScope();
  const read = useMemo(() => contextReader(store, question), [store, question]);
  return useSyncExternalStore(store.subscribe, read, read);
}

function contextReader(store: QuestionStore, question: Question): () => QuestionView {
  let view: QuestionView | undefined;
  return () => (view = questionView(store, question, view));
}

/** Whether the node's own condition holds, updated after the answer is painted. */
export function useVisible(node: { readonly visibleWhen?: Condition }): boolean {
  const { store } = useFormScope();
  return useAfterPaint(store.subscribe, () => isVisible(store, node));
}

type Part<Kind extends LayoutNode['kind']> = ComponentType<{
  readonly node: Extract<LayoutNode, { kind: Kind }>;
  readonly render: RenderNodes;
}>;

/** Components for each kind of node, on the screen or in print. */
export type LayoutParts = {
  readonly Section: Part<'section'>;
  readonly Row: Part<'row'>;
  readonly TabGroup: Part<'tabs'>;
  readonly AddAnother: Part<'addAnother'>;
  readonly Confirm: Part<'confirm'>;
  readonly Paragraphs: Part<'text'>;
};

/** What a rendered question shows of the state; the same object as long as nothing of it changes. */
type QuestionView = {
  readonly value: AnswerValue | undefined;
  /** Undefined while nothing is wrong. */
  readonly messages: readonly string[] | undefined;
  /** Whether it must be answered. Read only for visible questions. */
  readonly isRequired: boolean;
  /** The answers under the further keys that its widget writes, in the order of `parts`. */
  readonly partValues: readonly (AnswerValue | undefined)[];
  /** What it offers, which may follow from another answer. */
  readonly options: readonly Option[];
  /** What a look-up by this question filled in last. */
  readonly filled: FilledAnswers | undefined;
  /** How often a change of it was declined, after which its control shows the answer again. */
  readonly declined: number;
  /** True while a look-up may answer it any moment. */
  readonly isLoading: boolean;
};

const NO_PARTS: QuestionView['partValues'] = [];

/** Reads one question from the store. One reading per question, so that a page of 200 mounts quickly. */
function questionView(store: QuestionStore, question: Question, before?: QuestionView): QuestionView {
  const { key, parts } = question;
  const now: QuestionView = {
    value: answerOf(store, key),
    messages: store.state().errors.get(key),
    isRequired: question.required || holds(store, question.requiredWhen),
    partValues: parts.length === 0 ? NO_PARTS : parts.map((part) => answerOf(store, part)),
    options: store.options(question),
    filled: filledBy(store, question),
    declined: store.state().declines[key] ?? 0,
    isLoading: isAwaited(store, key),
  };
  return before && isSameView(before, now) ? before : now;
}

function filledBy(store: QuestionStore, { key, lookup }: Question): FilledAnswers | undefined {
  const filled = lookup && store.state().lastStep?.filled;
  return filled?.by === key ? filled : undefined;
}

function isSameView(one: QuestionView, other: QuestionView): boolean {
  return (
    one.value === other.value &&
    one.messages === other.messages &&
    one.isRequired === other.isRequired &&
    one.options === other.options &&
    one.filled === other.filled &&
    one.declined === other.declined &&
    one.isLoading === other.isLoading &&
    one.partValues.every((value, index) => value === other.partValues[index])
  );
}
