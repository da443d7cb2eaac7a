import { useState, useEffect, useRef, type RefObject } from 'react';
import { useNavigate } from 'react-router';
import type { PageDefinition } from '#form/definition/definition.ts';
import { useApplication } from '#client/session/application.ts';
import { refusedSubmitTarget } from '../button-targets.ts';

/** A submit that found something missing, with the path of the page it leads to. Each is an object of its own. */
export type SubmitRefusal = { readonly path: string };

/** The last refused submit from a page, and what notes one and leads where the form wants the student then. */
export function useSubmitRefusal(page: PageDefinition): readonly [SubmitRefusal | undefined, () => void] {
  const { definition } = useApplication();
  const navigate = useNavigate();
  const [refusal, setRefusal] = useState<SubmitRefusal>();
  const refuse = (): void => {
    const path = refusedSubmitTarget(definition, page);
    setRefusal({ path });
    if (path !== page.path) void navigate(path);
  };
  return [refusal, refuse];
}

/**
 * Puts the focus on the heading of the summary after a refused submit, as soon as the page it leads to is shown;
 * to be called after what gives the focus to a new page.
 */
export function useSummaryFocus(
  refusal: SubmitRefusal | undefined,
  path: string,
): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const done = useRef<SubmitRefusal>(undefined);
  useEffect(() => {
    if (!refusal || done.current === refusal || refusal.path !== path) return;
    done.current = refusal;
    heading.current?.focus();
  }, [refusal, path]);
  return heading;
}
