import { isRecord } from '#form/definition/own-property.ts';
import { describedWidget, ifThen, withUiPrefix } from '../check/ui-meta.ts';
import { widgetOf } from '../compile/compile-question.ts';
import { answerType, isChoice, mayBeText } from '../compile/question-shape.ts';
import type { Cursor } from '../source/cursor.ts';
import { type Widget, type WidgetRegistry, optionsOfWidget } from '../source/widget-registry.ts';
import { type Schema, type Specializer, memberIs } from './specialize.ts';

/** Entry schema of a question in a UI file: suitable widgets with their options. */
export function entryOf(property: Cursor, registry: WidgetRegistry, specializer: Specializer): Schema {
  const byShape = widgetOf(property, undefined);
  const fitting = [...registry.widgets].filter(([, widget]) => fits(widget, property));
  return {
    type: 'object',
    description: `How "${property.at('title')?.text() ?? ''}" is asked.`,
    properties: {
      'ui:widget': {
        description: `How the question is asked. Without it: ${byShape}.`,
        enum: fitting.map(([name]) => name),
        enumDescriptions: fitting.map(([, widget]) => describedWidget(widget)),
      },
    },
    allOf: fitting.map(([name, widget]) => {
      const named = memberIs('ui:widget', [name]);
      return ifThen(
        name === byShape ? { anyOf: [named, { not: { required: ['ui:widget'] } }] } : named,
        optionsOf(widget, registry, specializer),
      );
    }),
  };
}

/** Whether a widget can ask the question. */
function fits(widget: Widget, property: Cursor): boolean {
  if (!widget.types.includes(answerType(property))) return false;
  if (mayBeText(property)) return widget.takesOtherwise === true;
  return !widget.needsOptions || isChoice(property) || property.at('dependsOn') !== undefined;
}

function optionsOf(widget: Widget, registry: WidgetRegistry, specializer: Specializer): Schema {
  const options = Object.entries(withUiPrefix(optionsOfWidget(registry, widget))).map(
    ([name, schema]) => [name, withNames(name, schema, specializer)] as const,
  );
  return {
    ...(widget.requires && { required: widget.requires.map((option) => `ui:${option}`) }),
    properties: { 'ui:widget': true, ...Object.fromEntries(options) },
    additionalProperties: false,
    errorMessage: 'The widget does not understand this.',
  };
}

/** Schema of a widget option, with existing names filled in. */
function withNames(option: string, schema: unknown, specializer: Specializer): Schema {
  if (!isRecord(schema)) return {};
  const { items, properties, type } = schema;
  if (option === 'ui:parts')
    return { ...schema, items: specializer.named(specializer.schema(items), 'ownKey') };
  if (option === 'ui:category' && type === 'string') return specializer.named(schema, 'directory');
  if (option !== 'ui:fills' || !isRecord(properties)) return schema;
  const fields = Object.entries(properties).map(
    ([field, one]) => [field, specializer.named(specializer.schema(one), 'fillKey')] as const,
  );
  return { ...schema, properties: Object.fromEntries(fields) };
}
