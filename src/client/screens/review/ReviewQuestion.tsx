import { use, useSyncExternalStore } from 'react';
import type { Question } from '#form/definition/definition.ts';
import { isDocumentQuestion } from '#form/documents/document-answers.ts';
import { atItsQuestion, runningText } from '#form/validation/wrong-questions.ts';
import { Icon } from '#client/ui/Icon.tsx';
import { InTableContext, usePrintLines } from '#client/questionnaire/print/PrintAnswer.tsx';
import { PrintQuestion } from '#client/questionnaire/print/PrintPage.tsx';
import { DocumentFile } from '#client/widgets/file/DocumentFile.tsx';
import { ScreenLink } from '../ScreenLink.tsx';
import { ReviewSectionContext, useReviewScope } from './review-scope.ts';
import { say } from '#texts/say.ts';
import { reviewTexts } from '#generated/texts.ts';
import '#client/widgets/file/file.css';

/** A question with its answer as the print has it, the file that it is answered with, and what is wrong with it. */
export function ReviewQuestion({ question }: { readonly question: Question }) {
  const line = usePrintLines().get(question.key);
  const isCell = use(InTableContext);
  if (!line) return null;
  return (
    <>
      {line.value !== '' && <PrintQuestion question={question} />}
      {line.value === '' && !isCell && <p className="print-label">{question.label}</p>}
      {isDocumentQuestion(question) && <ReviewDocument question={question.key} />}
      <Problem question={question} isMissing={line.value === ''} />
    </>
  );
}

/** The name of the file, how far it is, and its first page. */
function ReviewDocument({ question }: { readonly question: string }) {
  const { subscribe, view } = useReviewScope().documents;
  const shown = useSyncExternalStore(subscribe, () => view(question));
  if (shown.phase === 'none') return null;
  return (
    <div className="review-document">
      <DocumentFile view={shown} />
    </div>
  );
}

/** Why an answer cannot stay as it is, and the way to its question. */
function Problem({ question, isMissing }: { readonly question: Question; readonly isMissing: boolean }) {
  const { key, fullLabel } = question;
  const { page, problems } = useReviewScope();
  const review = use(ReviewSectionContext);
  const sentences = problems.get(key);
  if (!sentences) return null;
  return (
    <div className="review-problem">
      <Icon name="alert" />
      <p>{runningText(sentences.map((sentence) => atItsQuestion(question, sentence)))}</p>
      <ScreenLink to={`${page.path}#${key}`} state={{ review }}>
        {say(isMissing ? reviewTexts.answer : reviewTexts.change)}{' '}
        <span className="visually-hidden">{fullLabel}</span>
      </ScreenLink>
    </div>
  );
}
