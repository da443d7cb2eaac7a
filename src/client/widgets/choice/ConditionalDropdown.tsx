import { useState } from 'react';
import { Dropdown } from './Dropdown.tsx';
import { Text } from '../text/Text.tsx';
import type { WidgetProps } from '../widget.ts';

/** Dropdown or text depending on another answer (docs/behavior.md 2.8). A new list remounts it. */
export function ConditionalDropdown(props: WidgetProps) {
  const [shown, setShown] = useState({ options: props.options, turn: 0 });
  if (shown.options !== props.options) setShown({ options: props.options, turn: shown.turn + 1 });
  const isText = props.options.length === 0 && props.question.dependsOn?.otherwise === 'text';
  return isText ? <Text {...props} /> : <Dropdown key={shown.turn} {...props} />;
}
