import type { ReactNode } from 'react';
import type { Question } from '#form/definition/definition.ts';
import { uiTextOption } from '#client/widgets/widget.ts';
import { boxMessages } from '../described-by.ts';
import { useFormScope } from '../form-scope.ts';
import { Notices } from './Notices.tsx';
import { Why } from './Why.tsx';

type BoxProps = {
  readonly question: Question;
  readonly messages: readonly string[] | undefined;
  readonly isRequired: boolean;
  /** The widget. */
  readonly children: ReactNode;
};

/**
 * A question in the order of reading: label, help, control and, only while something is wrong or odd, what is said
 * of it. The place of a message of two lines is kept free, so that nothing moves when it appears. Where the label is
 * next to its control, the help follows them. No wrapper has the bare key as id: the browser's own handling of
 * fragments would take the focus there.
 */
export function QuestionBox({ question, messages, isRequired, children }: BoxProps) {
  const { key, label } = question;
  const help = (
    <>
      <Help question={question} />
      <Why question={question} />
    </>
  );
  const shown = boxMessages(question, messages);
  const place = useFormScope().widgetNamed(question.widget).label;
  const className = isRequired ? 'label required' : 'label';
  return (
    <div id={`box-${key}`} data-question={key} className={messages ? 'box box-invalid' : 'box'}>
      {place !== 'inline' && (
        <div className="box-head">
          {place === 'above' ? (
            <label id={`label-${key}`} htmlFor={key} className={className}>
              {label}
            </label>
          ) : (
            <span id={`label-${key}`} className={className}>
              {label}
            </span>
          )}
          {help}
        </div>
      )}
      <div className="box-control">{children}</div>
      <div className="box-foot">
        {place === 'inline' && help}
        {shown.length > 0 && (
          <p id={`error-${key}`} className="box-error">
            {shown.map((message) => (
              <span key={message}>{message}</span>
            ))}
          </p>
        )}
        {question.notices && <Notices question={question} />}
      </div>
    </div>
  );
}

function Help({ question }: Pick<BoxProps, 'question'>) {
  const help = uiTextOption(question, 'help');
  if (help === undefined) return null;
  return (
    <p id={`help-${question.key}`} className="box-help">
      {help}
    </p>
  );
}
