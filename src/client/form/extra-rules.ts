import { createContext, use } from 'react';
import type { Answers } from '#form/definition/definition.ts';
import type { RuleState } from '#client/widgets/password-rules.ts';
import { useFormScope, useFromStore } from './form-scope.ts';

/** Further lines of a password's checklist, by the key of the password: what compares two answers. */
export type ExtraRules = (answers: Answers) => Readonly<Record<string, readonly RuleState[]>>;

export const ExtraRulesContext = createContext<ExtraRules | undefined>(undefined);

/** The further lines at one question, as the answers are now. */
export function useExtraRules(key: string): readonly RuleState[] | undefined {
  const { store } = useFormScope();
  const extraRules = use(ExtraRulesContext);
  const { answers } = useFromStore(store, store.state);
  return extraRules?.(answers)[key];
}
