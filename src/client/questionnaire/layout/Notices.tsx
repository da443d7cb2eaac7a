import { useRef } from 'react';
import type { Question } from '#form/definition/definition.ts';
import { useFormScope, useFromStore } from '../form-scope.ts';
import { useOnceLeft } from './use-once-left.ts';

/**
 * Warnings shown for an unusual but valid answer, in its own time: once the question is left, and to those
 * alone who can change it. The region is
 * there from the start, for screen readers announce only what comes into one.
 */
export function Notices({ question }: { readonly question: Question }) {
  const { store, readOnly } = useFormScope();
  const region = useRef<HTMLDivElement>(null);
  const now = useFromStore(store, () => (readOnly ? '' : store.notices(question).join('\n')));
  const shown = useOnceLeft(region, now);
  return (
    <div ref={region} id={`notice-${question.key}`} role="status" className="box-notices">
      {shown !== '' && shown.split('\n').map((text) => <p key={text}>{text}</p>)}
    </div>
  );
}
