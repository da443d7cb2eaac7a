import { createContext, use, useMemo, useSyncExternalStore, type ComponentType, type ReactNode } from 'react';
import type { Condition, LayoutNode, Question, TabsNode } from '#form/definition/definition.ts';
import { useAfterPaint } from '#client/ui/after-paint.ts';
import type { Documents } from '#client/widgets/file/document-view.ts';
import type { QuestionLookup } from '#client/widgets/lookup/lookup.ts';
import type { FindWidget } from '#client/widgets/widget.ts';
import type { FormStore, QuestionStore } from './store/form-store.ts';
import type { LayoutParts } from './layout/layout-parts.ts';
import { questionView, type QuestionView } from './question-view.ts';

/** What everything that draws a page is given. */
export type FormScope = {
  readonly store: QuestionStore;
  /** The same store for groups; left out on a card, which has none. */
  readonly form?: FormStore;
  readonly readOnly: boolean;
  /** Text counts with each key (log-in cards), not when its control is left. */
  readonly live: boolean;
  readonly widgetNamed: FindWidget;
  /** Draws what is not a question: to be filled in, or to be read. */
  readonly parts: LayoutParts;
  /** The student's documents; left out where nobody is logged in. */
  readonly documents?: Documents | undefined;
  /** Changes a tab, unless something prevents it; without it the store does. */
  readonly chooseTab?: ChooseTab;
  /** How a question is looked up; left out where all of them are only typed, as on the cards. */
  readonly lookup?: ((question: Question) => QuestionLookup | undefined) | undefined;
  /** Draws one question: by RJSF on the pages, plainly on the cards. */
  readonly questionView: ComponentType<{ readonly question: Question }>;
};

export type ChooseTab = (group: TabsNode, tab: string) => void;

/** Draws what is inside a node; a node is given it, so that it need not know the walker that knows the node. */
export type DrawNodes = (nodes: readonly LayoutNode[]) => ReactNode;

export const FormScopeContext = createContext<FormScope | undefined>(undefined);

/** @throws Error outside a FormPage or a CardForm */
export function useFormScope(): FormScope {
  const scope = use(FormScopeContext);
  if (!scope) throw new Error('A question is drawn outside a form. Put it inside a FormPage or a CardForm.');
  return scope;
}

/** The store of a page. @throws Error on a card */
export function useFormStore(): FormStore {
  const { form } = useFormScope();
  if (!form) throw new Error('A group is drawn without the store of a page. Put it inside a FormPage.');
  return form;
}

/** Something read from the store, and read again after each change; draws again only when it differs. */
export function useFromStore<Value>(store: QuestionStore, read: () => Value): Value {
  return useSyncExternalStore(store.subscribe, read, read);
}

/** The same, drawn only once the answer that changes it is painted. */
export function useFromStoreAfterPaint<Value>(store: QuestionStore, read: () => Value): Value {
  return useAfterPaint(store.subscribe, read);
}

/** What a question shows now. */
export function useQuestionView(question: Question): QuestionView {
  const { store } = useFormScope();
  const read = useMemo(() => contextReader(store, question), [store, question]);
  return useSyncExternalStore(store.subscribe, read, read);
}

function contextReader(store: QuestionStore, question: Question): () => QuestionView {
  let view: QuestionView | undefined;
  return () => (view = questionView(store, question, view));
}

/** True while the node's own condition holds, painted after the answer that it is about. */
export function useVisible(node: { readonly visibleWhen?: Condition }): boolean {
  const { store } = useFormScope();
  return useFromStoreAfterPaint(store, () => store.isVisible(node));
}
