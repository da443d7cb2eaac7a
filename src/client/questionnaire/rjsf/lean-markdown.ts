import type { ReactNode } from 'react';

/** In place of `markdown-to-jsx`, which RJSF loads for descriptions that we do not write: the text as it is. */
export function Markdown({ children }: { readonly children?: ReactNode }): ReactNode {
  return children;
}
