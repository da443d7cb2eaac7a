import type { RegistryWidgetsType, WidgetProps as RjsfWidgetProps } from '@rjsf/utils';
import { EMPTY_ANSWER } from '#form/definition/answer.ts';
import type { AnswerValue } from '#form/definition/definition.ts';
import { widgets } from '#client/widgets/registry.ts';
import type { Widget } from '#client/widgets/widget.ts';
import { useFormScope } from '../form-scope.ts';
import { useWidgetProps } from '../use-widget-props.ts';

/** Our widgets as RJSF calls them, under the same names. */
export const rjsfWidgets: RegistryWidgetsType = Object.fromEntries(
  [...widgets].map(([name, { component }]) => [name, adaptWidget(component)]),
);

function adaptWidget(Component: Widget) {
  return function RjsfWidget({ name, value, rawErrors, required, onChange }: RjsfWidgetProps) {
    const question = useFormScope().store.question(name);
    if (!question) throw new Error(`RJSF draws a widget for "${name}", which no page defines.`);
    const props = useWidgetProps(question, {
      value,
      messages: rawErrors,
      isRequired: required ?? false,
      // RJSF knows no empty marker: what is emptied is undefined to it.
      onChange: (answer: AnswerValue) => onChange(answer === EMPTY_ANSWER ? undefined : answer),
    });
    return <Component {...props} />;
  };
}
