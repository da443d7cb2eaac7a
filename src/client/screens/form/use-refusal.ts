import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { PageDefinition } from '#form/definition/definition.ts';
import { useApplication } from '#client/application/application.ts';
import { refusedSubmitTarget } from './button-targets.ts';

/** A submit that found something missing, with the path of the page it leads to. Each is an object of its own. */
export type Refusal = { readonly path: string };

/** The last refused submit from a page, and what notes one and leads where the form wants the student then. */
export function useRefusal(page: PageDefinition): readonly [Refusal | undefined, () => void] {
  const { definition } = useApplication();
  const navigate = useNavigate();
  const [refusal, setRefusal] = useState<Refusal>();
  const refuse = (): void => {
    const path = refusedSubmitTarget(definition, page);
    setRefusal({ path });
    if (path !== page.path) void navigate(path);
  };
  return [refusal, refuse];
}
