import { createContext, use } from 'react';
import type { FieldProps } from '@rjsf/utils';
import type { RjsfPage } from './rjsf-page.ts';

/** What RJSF hands to its root field, for the questions below it. */
export type RjsfRoot = Pick<FieldProps, 'registry' | 'onBlur' | 'onFocus'> & Pick<RjsfPage, 'properties'>;

export const RjsfRootContext = createContext<RjsfRoot | undefined>(undefined);

/** @throws Error outside RJSF's root field */
export function useRjsfRoot(): RjsfRoot {
  const root = use(RjsfRootContext);
  if (!root) throw new Error('A question is drawn by RJSF outside its root field (RjsfLayoutField).');
  return root;
}
