import { createContext, use } from 'react';
import type { Answers } from '#form/definition/definition.ts';
import type { RuleState } from '../widgets/text/PasswordChecklist.tsx';
import { useFormScope, useFromStore } from './form-scope.ts';

/** Further lines of checklists, each with the key of the password at which it is listed. */
export type ExtraRules = (answers: Answers) => readonly (RuleState & { readonly listedAt: string })[];

export const ExtraRulesContext = createContext<ExtraRules | undefined>(undefined);

/** The further lines at one question, as the answers are now. */
export function useExtraRules(key: string): readonly RuleState[] | undefined {
  const { store } = useFormScope();
  const extraRules = use(ExtraRulesContext);
  const { answers } = useFromStore(store, store.state);
  return extraRules?.(answers).filter(({ listedAt }) => listedAt === key);
}
