import { createContext, use } from 'react';
import type { FieldProps } from '@rjsf/utils';

/** What RJSF hands to its root field, for the questions below it. */
export const RjsfRootContext = createContext<FieldProps | undefined>(undefined);

/** @throws Error outside RJSF's root field */
export function useRjsfRoot(): FieldProps {
  const root = use(RjsfRootContext);
  if (!root) throw new Error('A question is drawn by RJSF outside its root field (RjsfLayoutField).');
  return root;
}
