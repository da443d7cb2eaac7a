import { createContext, use, useSyncExternalStore, type ComponentType, type ReactNode } from 'react';
import type { Answers, AnswerValue, Condition, LayoutNode, Question } from '#form/definition/definition.ts';
import type { RuleState } from '#client/widgets/password-rules.ts';
import type { FormStore } from './form-store.ts';

/** What everything that draws a page is given. */
export type FormScope = {
  readonly store: FormStore;
  readonly readOnly: boolean;
  /** Text counts with each key (log-in cards), not when its control is left. */
  readonly live: boolean;
  /** Draws one question: by RJSF on the pages, plainly on the cards. */
  /** Further lines of a password's checklist, by its key. */
  readonly extraRules?: ((answers: Answers) => Readonly<Record<string, readonly RuleState[]>>) | undefined;
  readonly questionView: ComponentType<{ readonly question: Question }>;
};

/** Draws what is inside a node; a node is given it, so that it need not know the walker that knows the node. */
export type DrawNodes = (nodes: readonly LayoutNode[]) => ReactNode;

export const FormScopeContext = createContext<FormScope | undefined>(undefined);

/** @throws Error outside a FormPage or a CardForm */
export function useFormScope(): FormScope {
  const scope = use(FormScopeContext);
  if (!scope) throw new Error('A question is drawn outside a form. Put it inside a FormPage or a CardForm.');
  return scope;
}

/** Something read from the store, and read again after each change; draws again only when it differs. */
export function useFromStore<Value>(store: FormStore, read: () => Value): Value {
  return useSyncExternalStore(store.subscribe, read);
}

export function useAnswer(key: string): AnswerValue | undefined {
  const { store } = useFormScope();
  return useFromStore(store, () => store.answer(key));
}

/** The messages at a question; undefined while there are none. */
export function useMessages(key: string): readonly string[] | undefined {
  const { store } = useFormScope();
  return useFromStore(store, () => store.error(key));
}

/** True while the node's own condition holds. */
export function useVisible(node: { readonly visibleWhen?: Condition }): boolean {
  const { store } = useFormScope();
  return useFromStore(store, () => store.isVisible(node));
}

/** True while the question must be answered. It is asked only of questions that are drawn, so visible ones. */
export function useRequired(question: Question): boolean {
  const { store } = useFormScope();
  return useFromStore(store, () => question.required || store.holds(question.requiredWhen));
}
