import type { AnswerValue } from '#form/definition/definition.ts';
import { ariaState, controlAttributes, controlText, type WidgetProps } from '../widget.ts';
import { say, inputTexts } from '#texts/say.ts';
import { SelectOptions } from '../choice/Dropdown.tsx';

/** Month and year as two selects. */
export function MonthYear(props: WidgetProps) {
  const { id, labelId, question, options, value, storedLabel, parts, onChange, onPartChange } = props;
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
        onChange={(event) => onChange(answerOfType(event.currentTarget.value, question.type))}
      >
        <SelectOptions {...{ options, value, storedLabel }} emptyLabel={say(inputTexts.month)} />
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
            onChange={(event) =>
              onPartChange(year.question.key, answerOfType(event.currentTarget.value, year.question.type))
            }
          >
            <SelectOptions {...year} emptyLabel={say(inputTexts.year)} />
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

function answerOfType(text: string, type: string): AnswerValue {
  return text !== '' && (type === 'integer' || type === 'number') ? Number(text) : text;
}
