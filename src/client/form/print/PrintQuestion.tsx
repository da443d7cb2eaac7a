import type { Question } from '#form/definition/definition.ts';
import { RjsfQuestion } from '../rjsf/RjsfQuestion.tsx';
import { usePrintLines } from './print-lines.ts';

/** One question, drawn by RJSF; one without an answer is not there. */
export function PrintQuestion({ question }: { readonly question: Question }) {
  return usePrintLines().has(question.key) ? <RjsfQuestion question={question} /> : null;
}
