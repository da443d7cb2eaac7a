import type { ReactNode } from 'react';
import type { Question } from '#form/definition/definition.ts';
import { textOption } from '#client/widgets/widget.ts';
import { boxMessages } from '../described-by.ts';
import { useFormScope } from '../form-scope.ts';

type BoxProps = {
  readonly question: Question;
  readonly messages: readonly string[] | undefined;
  readonly isRequired: boolean;
  /** The widget. */
  readonly children: ReactNode;
};

/**
 * A question: label, help, control and, only while something is wrong, its messages. The place of one line of
 * message is kept free, so that nothing moves when it appears. No wrapper has the bare key as id: the
 * browser's own handling of fragments would take the focus there.
 */
export function QuestionBox({ question, messages, isRequired, children }: BoxProps) {
  const { key, label } = question;
  const help = textOption(question, 'help');
  const shown = boxMessages(question, messages);
  const place = useFormScope().widgetNamed(question.widget).label;
  const className = isRequired ? 'label required' : 'label';
  return (
    <div id={`box-${key}`} data-question={key} className={messages ? 'box box-invalid' : 'box'}>
      {place === 'above' && (
        <label id={`label-${key}`} htmlFor={key} className={className}>
          {label}
        </label>
      )}
      {place === 'group' && (
        <span id={`label-${key}`} className={className}>
          {label}
        </span>
      )}
      <div className="box-control">{children}</div>
      <div className="box-foot">
        {help !== undefined && (
          <p id={`help-${key}`} className="box-help">
            {help}
          </p>
        )}
        {shown.length > 0 && (
          <p id={`error-${key}`} className="box-error">
            {shown.map((message) => (
              <span key={message}>{message}</span>
            ))}
          </p>
        )}
      </div>
    </div>
  );
}
