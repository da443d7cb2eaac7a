import type { HTMLAttributes } from 'react';
import { textOption, type WidgetProps } from './widget.ts';

const INPUT_MODES = ['none', 'text', 'tel', 'url', 'email', 'numeric', 'decimal', 'search'] as const;
type InputMode = (typeof INPUT_MODES)[number];

/**
 * The attributes that every single control shares: its id is the question's key, `aria-describedby` names
 * only what is on the page (a dangling reference is a fault that axe reports), and `aria-invalid` is absent
 * rather than false, so that nothing is announced while nothing is wrong.
 */
export function controlAttributes(props: WidgetProps) {
  const inputMode = inputModeOf(textOption(props.question, 'inputMode'));
  const autoComplete = textOption(props.question, 'autocomplete');
  return {
    id: props.id,
    name: props.id,
    ...ariaState(props),
    ...(inputMode && { inputMode }),
    ...(autoComplete !== undefined && { autoComplete }),
  };
}

/** What assistive technology is told of a control or a group of them: wrong, required, described by. */
export function ariaState(props: WidgetProps): HTMLAttributes<HTMLElement> {
  return {
    ...(props.describedBy !== undefined && { 'aria-describedby': props.describedBy }),
    ...(props.invalid && { 'aria-invalid': true }),
    ...(props.required && { 'aria-required': true }),
  };
}

function inputModeOf(value: string | undefined): InputMode | undefined {
  return INPUT_MODES.find((mode) => mode === value);
}
