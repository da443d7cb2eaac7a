import { createContext, use, useMemo, useSyncExternalStore, type ComponentType, type ReactNode } from 'react';
import type { Condition, LayoutNode, Question, TabsNode, AnswerValue } from '#form/definition/definition.ts';
import { isRequired } from '#form/answers/visible-questions.ts';
import { useAfterPaint } from '../ui/schedule.ts';
import type { Documents } from '../widgets/file/document-view.ts';
import type { QuestionLookup } from '../widgets/lookup/lookup.ts';
import type { FindWidget } from '../widgets/widget.ts';
import type { FormStore, QuestionStore } from './store/form-store.ts';
import { answerOf, isAwaited, isVisible } from '#client/questionnaire/store/selectors.ts';

/** Context for rendering a page or card. */
export type FormScope = {
  readonly store: QuestionStore;
  /** The same store for groups; absent on cards. */
  readonly form?: FormStore;
  /** Commits text per keystroke (log-in cards) instead of on blur. */
  readonly live: boolean;
  readonly widgetNamed: FindWidget;
  /** Layout components for editing or reading. */
  readonly parts: LayoutParts;
  /** The student's documents; absent when logged out. */
  readonly documents?: Documents | undefined;
  /** Changes a tab unless prevented; absent on cards and in print. */
  readonly chooseTab?: ChooseTab;
  /** Creates a question's look-up; absent where unavailable, as on cards. */
  readonly lookup?: ((question: Question) => QuestionLookup | undefined) | undefined;
  /** Renders one question: with RJSF on pages, without on cards. */
  readonly questionView: ComponentType<{ readonly question: Question }>;
};

export type ChooseTab = (group: TabsNode, tab: string) => void;

/** Renders child nodes; passed in to avoid a circular import. */
export type RenderNodes = (nodes: readonly LayoutNode[]) => ReactNode;

export const FormScopeContext = createContext<FormScope | undefined>(undefined);

/** @throws Error outside a FormPage or a CardForm */
export function useFormScope(): FormScope {
  const scope = use(FormScopeContext);
  if (!scope)
    throw new Error('A question is rendered outside a form. Put it inside a FormPage or a CardForm.');
  return scope;
}

/** Returns the store of a page. @throws Error on a card */
export function useFormStore(): FormStore {
  const { form } = useFormScope();
  if (!form) throw new Error('A group is rendered without the store of a page. Put it inside a FormPage.');
  return form;
}

/** Reads from the store; re-renders only on a different value. */
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

/** Whether a node's own condition holds, deferred until after paint. */
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
  readonly More: Part<'more'>;
  readonly Paragraphs: Part<'text'>;
};

/** State shown by a question; the object is stable while unchanged. */
type QuestionView = {
  readonly value: AnswerValue | undefined;
  /** Undefined while valid. */
  readonly messages: readonly string[] | undefined;
  /** Whether an answer is required; read only for visible questions. */
  readonly isRequired: boolean;
  /** What else the widget reads from the store, compared by identity. */
  readonly others: readonly unknown[];
};

/** Reads one question from the store. A single read lets 200 mount quickly. */
function questionView(store: QuestionStore, question: Question, before?: QuestionView): QuestionView {
  const { key, parts, lookup } = question;
  const { declines, errors, facts, lastStep } = store.state();
  const filled = lookup && lastStep?.filled;
  const now: QuestionView = {
    value: answerOf(store, key),
    messages: errors.get(key),
    // Of alternatives, none is required by itself.
    isRequired: question.required || (!question.alternatives && isRequired(question, facts)),
    others: [
      store.options(question),
      filled?.by === key ? filled : undefined,
      // Each declined change resets the control.
      declines[key],
      isAwaited(store, key),
      ...parts.map((part) => answerOf(store, part)),
    ],
  };
  return before && isSameView(before, now) ? before : now;
}

function isSameView(one: QuestionView, other: QuestionView): boolean {
  return (
    one.value === other.value &&
    one.messages === other.messages &&
    one.isRequired === other.isRequired &&
    one.others.every((each, index) => each === other.others[index])
  );
}
