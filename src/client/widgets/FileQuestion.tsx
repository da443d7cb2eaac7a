import { ariaState } from './control-attributes.ts';
import { textOption, type WidgetProps } from './widget.ts';

/** What somebody without an account reads (specification 6, "Anonymous visitor"). */
const NEEDS_ACCOUNT = 'This question can be finished once you have created an account.';

/**
 * A document. There is no control: what the student can do instead is told, and a link to the question brings
 * the focus to that text.
 */
export function FileQuestion(props: WidgetProps) {
  const { id, labelId, question, signedIn } = props;
  const { 'aria-required': _noControl, 'aria-invalid': _nothingEntered, ...state } = ariaState(props);
  return (
    <div {...state} role="group" id={id} aria-labelledby={labelId} tabIndex={-1} className="file">
      <p>{signedIn ? textOption(question, 'withoutUpload') : NEEDS_ACCOUNT}</p>
    </div>
  );
}
