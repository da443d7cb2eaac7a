import { ChoiceGroup } from './ChoiceGroup.tsx';
import type { WidgetProps } from '../widget.ts';
import { say, listTexts } from '#texts/say.ts';

/** Any number of options, in list order; an exclusive one unchecks the others. Retired choices stay until unchecked. */
export function Checkboxes(props: WidgetProps) {
  const { id, options, value, onChange } = props;
  const chosen = new Set(typeof value === 'object' ? value : []);
  const retired = [...chosen].filter((each) => options.every((option) => option.value !== each));
  const shown = [...options, ...retired.map((each) => ({ value: each, label: say(listTexts.retired) }))];
  const isAlone = (each: string) => options.some(({ value: own, exclusive }) => own === each && exclusive);
  const toggle = (toggled: string) => {
    // A retired box disappears when unchecked, so move focus first.
    if (retired.includes(toggled)) document.getElementById(`${id}-1`)?.focus();
    const isAdded = !chosen.has(toggled);
    const staysChosen = (each: string) =>
      chosen.has(each) && !(isAdded && (isAlone(each) || isAlone(toggled)));
    const next = shown
      .map((option) => option.value)
      .filter((each) => (each === toggled ? isAdded : staysChosen(each)));
    onChange(next.length > 0 ? next : '');
  };
  return (
    <ChoiceGroup
      {...props}
      options={shown}
      type="checkbox"
      isChosen={(each) => chosen.has(each)}
      onChoose={toggle}
    />
  );
}
