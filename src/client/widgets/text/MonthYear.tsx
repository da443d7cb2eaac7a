import type { AnswerValue } from '#form/definition/definition.ts';
import {
  ariaState,
  controlAttributes,
  emptyListText,
  controlText,
  type WidgetPart,
  type WidgetProps,
} from '../widget.ts';
import { say, inputTexts } from '#texts/say.ts';
import { optionElement } from '../choice/Dropdown.tsx';

/** Month and year as two selects. */
export function MonthYear(props: WidgetProps) {
  const { id, labelId, question, options, value, storedLabel, parts, readOnly, onChange, onPartChange } =
    props;
  const year = parts[0];
  const { 'aria-required': _unsupportedByGroup, 'aria-invalid': _onControls, ...state } = ariaState(props);
  const { 'aria-describedby': _onGroup, ...control } = controlAttributes(props);
  return (
    <div {...state} role="group" id={`${id}-group`} aria-labelledby={labelId} className="month-year">
      <select
        {...control}
        {...labelledByWord(say(inputTexts.month), labelId, id)}
        className="control"
        value={controlText(value)}
        disabled={readOnly}
        onChange={(event) => onChange(answerOfType(event.currentTarget.value, question.type))}
      >
        {choiceElements(say(inputTexts.month), { options, value, storedLabel })}
      </select>
      {year && (
        <span data-question={year.question.key}>
          <select
            {...control}
            {...labelledByWord(say(inputTexts.year), labelId, year.question.key)}
            id={year.question.key}
            name={year.question.key}
            className="control"
            value={controlText(year.value)}
            disabled={readOnly}
            onChange={(event) =>
              onPartChange(year.question.key, answerOfType(event.currentTarget.value, year.question.type))
            }
          >
            {choiceElements(say(inputTexts.year), year)}
          </select>
        </span>
      )}
    </div>
  );
}

/** Labels by question and own word ("Attended From Month"), via a self-reference. */
function labelledByWord(word: string, labelId: string, id: string) {
  return { 'aria-label': word, 'aria-labelledby': `${labelId} ${id}` };
}

/** Returns option elements; a retired answer keeps its stored label. */
function choiceElements(
  emptyLabel: string,
  { options, value: answer, storedLabel }: Pick<WidgetPart, 'options' | 'value' | 'storedLabel'>,
) {
  const chosen = controlText(answer);
  const empty = { value: '', label: options.length === 0 ? emptyListText(false) : emptyLabel };
  const isRetired = options.every(({ value }) => value !== chosen) && chosen !== '';
  const retired = isRetired ? [{ value: chosen, label: storedLabel ?? chosen }] : [];
  return [empty, ...retired, ...options].map(optionElement);
}

function answerOfType(text: string, type: string): AnswerValue {
  return text !== '' && (type === 'integer' || type === 'number') ? Number(text) : text;
}
