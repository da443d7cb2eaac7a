import { controlAttributes, controlText, type WidgetProps } from '../widget.ts';
import { useTypedDraft } from '../use-draft.ts';
import { say, inputTexts } from '#texts/say.ts';

const DEFAULT_ROWS = 6;

/** Multiline text with a character count (docs/behavior.md 2.8). */
export function Textarea(props: WidgetProps) {
  const { id, question, value, onChange, describedBy } = props;
  const limit = question.constraints.maxLength;
  const stored = controlText(value);
  const { typed, attributes } = useTypedDraft<HTMLTextAreaElement>(props, {
    commit: (control) => {
      const text = control.value.trim() === '' ? '' : control.value;
      onChange(text);
      return text;
    },
  });
  const counter = limit === undefined ? undefined : `${id}-count`;
  return (
    <>
      <textarea
        {...controlAttributes(props)}
        {...attributes}
        aria-describedby={[describedBy, counter].filter(Boolean).join(' ') || undefined}
        className="control"
        dir="auto"
        rows={typeof question.ui['rows'] === 'number' ? question.ui['rows'] : DEFAULT_ROWS}
      />
      {limit !== undefined && <CharacterCount id={`${id}-count`} text={typed ?? stored} limit={limit} />}
    </>
  );
}

type CountProps = { readonly id: string; readonly text: string; readonly limit: number };

/** Remaining characters at which to announce the limit, instead of every key. */
const NEAR = 50;

/** Returns announcements near, at and beyond the limit. */
function limitNotice(count: number, limit: number): string {
  if (count > limit) return say(inputTexts.tooLong);
  if (count === limit) return say(inputTexts.atLimit);
  return count > 0 && limit - count <= Math.min(NEAR, limit / 10) ? say(inputTexts.nearLimit, { limit }) : '';
}

/** Counts code points, as JSON Schema `maxLength` does, not UTF-16 units. */
function CharacterCount({ id, text, limit }: CountProps) {
  const count = Array.from(text).length;
  const isOver = count > limit;
  return (
    <>
      <p className={isOver ? 'control-note control-note-over' : 'control-note'} id={id}>
        {say(inputTexts.count, { count, limit })}
      </p>
      <span className="visually-hidden" role="status">
        {limitNotice(count, limit)}
      </span>
    </>
  );
}
