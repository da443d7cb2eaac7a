import type { AnswerValue } from '#form/definition/definition.ts';
import { ChoiceGroup } from './ChoiceGroup.tsx';
import type { WidgetProps } from '../widget.ts';

/** Any number of options. The answer keeps the order of the options, however they were clicked. */
export function Checkboxes(props: WidgetProps) {
  const { options, value, onChange } = props;
  const chosen = new Set(chosenValues(value));
  const toggle = (toggled: string) => {
    const next = options
      .map((option) => option.value)
      .filter((each) => (each === toggled ? !chosen.has(each) : chosen.has(each)));
    onChange(next.length > 0 ? next : '');
  };
  return <ChoiceGroup {...props} type="checkbox" isChosen={(each) => chosen.has(each)} onChoose={toggle} />;
}

function chosenValues(value: AnswerValue | undefined): readonly string[] {
  return typeof value === 'object' ? value : [];
}
