import type { AnswerValue } from '#form/definition/definition.ts';
import type { Option } from '#form/definition/option-list.ts';
import { ariaState, controlAttributes } from '../control-attributes.ts';
import { emptyListText, shownText, type WidgetProps } from '../widget.ts';

/**
 * A month with its year, as two lists in one group. The question itself is the month, its first part the
 * year; each list has the element id of the key it writes, so that a link to either arrives.
 */
export function MonthYear(props: WidgetProps) {
  const { id, labelId, question, options, value, parts, readOnly, onChange, onPartChange } = props;
  const year = parts[0];
  const { 'aria-required': _unsupportedByGroup, 'aria-invalid': _onControls, ...state } = ariaState(props);
  const { 'aria-describedby': _onGroup, ...control } = controlAttributes(props);
  return (
    <div {...state} role="group" id={`${id}-group`} aria-labelledby={labelId} className="month-year">
      <select
        {...control}
        {...named('Month', labelId, id)}
        className="control"
        value={shownText(value)}
        disabled={readOnly}
        onChange={(event) => onChange(typed(event.currentTarget.value, question.type))}
      >
        {choices('Month', options, shownText(value))}
      </select>
      {year && (
        <span data-question={year.question.key}>
          <select
            {...control}
            {...named('Year', labelId, year.question.key)}
            id={year.question.key}
            name={year.question.key}
            className="control"
            value={shownText(year.value)}
            disabled={readOnly}
            onChange={(event) =>
              onPartChange(year.question.key, typed(event.currentTarget.value, year.question.type))
            }
          >
            {choices('Year', year.options, shownText(year.value))}
          </select>
        </span>
      )}
    </div>
  );
}

/** Named by the question and its own word: "Attended From Month". The element refers to itself for the word. */
function named(word: string, labelId: string, id: string) {
  return { 'aria-label': word, 'aria-labelledby': `${labelId} ${id}` };
}

/** An answer that is no longer offered stays visible under its value. */
function choices(emptyLabel: string, options: readonly Option[], chosen: string) {
  const empty = { value: '', label: options.length === 0 ? emptyListText(false) : emptyLabel };
  const retired = options.every(({ value }) => value !== chosen) && chosen !== '';
  return [empty, ...(retired ? [{ value: chosen, label: chosen }] : []), ...options].map(
    ({ value, label }) => (
      <option key={value} value={value}>
        {label}
      </option>
    ),
  );
}

function typed(text: string, type: string): AnswerValue {
  return text !== '' && (type === 'integer' || type === 'number') ? Number(text) : text;
}
