import { DocumentBox } from './DocumentBox.tsx';
import type { WidgetProps } from '../widget.ts';
import { say } from '#texts/say.ts';
import { fileTexts } from '#generated/texts.ts';
import './file.css';

/**
 * A document. Without an account there is no control: a text says what to do instead (docs/behavior.md 6), and a
 * link to the question focuses that text.
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
      <p>{say(fileTexts.needsAccount)}</p>
    </div>
  );
}
