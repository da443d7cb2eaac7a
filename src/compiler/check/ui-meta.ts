import { isRecord } from '#form/definition/own-property.ts';
import { optionsOfWidget, type Widget, type WidgetRegistry } from '../source/widget-registry.ts';

type Schema = Readonly<Record<string, unknown>>;

/** Members of a UI file other than question entries. */
const FILE_MEMBERS: Schema = {
  $schema: {
    type: 'string',
    description: 'Path of this meta-schema, so that the editor can complete names and underline mistakes.',
  },
  'ui:title': { type: 'string', minLength: 1, description: 'Title of a log-in card (accounts only).' },
  'ui:submit': {
    type: 'string',
    minLength: 1,
    description: 'The text of the button of a log-in card (accounts only).',
  },
  'ui:conditions': {
    type: 'object',
    description: 'Conditions with a name, used as {"condition": "name"} in this file.',
    additionalProperties: { $ref: 'condition.meta.json' },
  },
  'ui:layout': { $ref: 'layout.meta.json', description: 'What is on the page, from top to bottom.' },
};

/** Builds the meta-schema of `*.ui.json` (draft-07) from the widget registry. */
export function uiMeta(registry: WidgetRegistry): Schema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'ui.meta.json',
    title: 'How questions are asked',
    description: 'The layout of a page, block or log-in card, and the widget of each of its questions.',
    $comment: 'Written by npm run generate from the list of widgets; never edit by hand.',
    type: 'object',
    required: ['$schema', 'ui:layout'],
    properties: FILE_MEMBERS,
    propertyNames: { pattern: `^(?!ui:)|^(?:${Object.keys(FILE_MEMBERS).slice(1).join('|')})$` },
    additionalProperties: { $ref: '#/definitions/entry' },
    definitions: { entry: entrySchema(registry) },
  };
}

/** Schema of one question entry: a widget and its options. */
function entrySchema(registry: WidgetRegistry): Schema {
  const widgets = [...registry.widgets];
  const widget: Schema = {
    description: 'How the question is asked. Without it the type decides.',
    enum: widgets.map(([name]) => name),
    enumDescriptions: widgets.map(([, one]) => describedWidget(one)),
  };
  const everyOption = Object.assign({}, registry.common, ...widgets.map(([, { options }]) => options));
  return {
    type: 'object',
    description: 'How this question is asked.',
    properties: { 'ui:widget': widget, ...withUiPrefix(registry.common) },
    propertyNames: { enum: ['ui:widget', ...Object.keys(withUiPrefix(everyOption))] },
    allOf: widgets.map(([name, one]) => {
      const options = withUiPrefix(optionsOfWidget(registry, one));
      return ifThen(
        { required: ['ui:widget'], properties: { 'ui:widget': { const: name } } },
        {
          ...(one.requires && { required: one.requires.map((option) => `ui:${option}`) }),
          properties: options,
          propertyNames: { enum: ['ui:widget', ...Object.keys(options)] },
        },
      );
    }),
  };
}

/** Describes a widget, with its default maximum length. */
export function describedWidget({ description, constraints }: Widget): string {
  const most = constraints?.maxLength;
  return most === undefined ? description : `${description} Without a maxLength it takes ${most} characters.`;
}

/** Adds the `ui:` prefix to option names. */
export function withUiPrefix(options: Readonly<Record<string, Schema>>): Readonly<Record<string, Schema>> {
  return Object.fromEntries(
    Object.entries(options).map(([name, schema]) => [`ui:${name}`, withFieldsDescribed(schema)]),
  );
}

/** Describes object options, which map record fields to questions. */
function withFieldsDescribed(option: Schema): Schema {
  const { properties } = option;
  if (!isRecord(properties)) return option;
  const fields = Object.entries(properties).map(
    ([field, schema]) =>
      [field, { ...Object(schema), description: `Key of the question that takes the "${field}".` }] as const,
  );
  return { ...option, properties: Object.fromEntries(fields) };
}

/** Returns a conditional JSON Schema. */
export function ifThen(condition: object, consequence: object, otherwise?: object): Schema {
  // A literal member `then` would make the schema look like a promise.
  const members = [
    ['if', condition],
    ['then', consequence],
  ] as const;
  return Object.fromEntries(otherwise ? [...members, ['else', otherwise]] : members);
}
