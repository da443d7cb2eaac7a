import { DocumentBox } from './DocumentBox.tsx';
import './file.css';
import type { WidgetProps } from '../widget.ts';

/** What somebody without an account reads (specification 6, "Anonymous visitor"). */
const NEEDS_ACCOUNT = 'This question can be finished once you have created an account.';

/**
 * A document. Without an account there is no control: a text says what to do instead, and a link to the question
 * focuses that text.
 */
export function FileQuestion(props: WidgetProps) {
  const { id, labelId, describedBy, documents } = props;
  if (documents) return <DocumentBox {...props} documents={documents} />;
  return (
    <div
      role="group"
      id={id}
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      tabIndex={-1}
      className="file file-note"
    >
      <p>{NEEDS_ACCOUNT}</p>
    </div>
  );
}
