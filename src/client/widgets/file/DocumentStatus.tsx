import { Spinner } from '#client/ui/Spinner.tsx';
import type { DocumentView } from './document-view.ts';
import { say } from '#texts/say.ts';
import { fileTexts } from '#generated/texts.ts';

/** The result of the student's last action here. */
export type ActionResult = {
  /** Why a file was not sent. */
  readonly problems: readonly string[];
  /** The same file under a name that can be sent. */
  readonly renamed?: File | undefined;
  readonly notice?: string;
};

type StatusProps = { readonly id: string; readonly view: DocumentView; readonly result: ActionResult };

/** The state of the document, in words; announced politely. */
export function DocumentStatus({ id, view, result }: StatusProps) {
  const problems = result.problems.length > 0 ? result.problems : problemsOf(view);
  const notice = result.notice ?? progressOf(view);
  return (
    <p id={id} role="status" className="document-status">
      {(view.phase === 'preparing' || view.phase === 'converting') && <Spinner size="s" />}
      {problems.map((problem) => (
        <span key={problem} className="document-problem">
          {problem}
        </span>
      ))}
      {problems.length === 0 && notice !== '' && <span>{notice}</span>}
    </p>
  );
}

function problemsOf(view: DocumentView): readonly string[] {
  return 'problem' in view && view.problem !== undefined ? [view.problem] : [];
}

function progressOf(view: DocumentView): string {
  switch (view.phase) {
    case 'preparing':
      return say(fileTexts.preparing);
    case 'sending':
      return say(fileTexts.sending, { file: view.file.name });
    case 'converting':
      return say(fileTexts.converting);
    case 'attached':
      return say(fileTexts.attached);
    default:
      return '';
  }
}
