import { controlAttributes, type WidgetProps } from '../widget.ts';

/** Checkbox with its label, for a boolean answer (docs/behavior.md 4.8). */
export function Checkbox(props: WidgetProps) {
  const { id, labelId, question, required, value, onChange } = props;
  return (
    <label className={required ? 'choice' : 'choice choice-lone'} htmlFor={id}>
      <input
        {...controlAttributes(props)}
        type="checkbox"
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span id={labelId} className={required ? 'required' : undefined}>
        {question.label}
      </span>
    </label>
  );
}
