import BooleanField from '@rjsf/core/lib/components/fields/BooleanField.js';
import NumberField from '@rjsf/core/lib/components/fields/NumberField.js';
import SchemaField from '@rjsf/core/lib/components/fields/SchemaField.js';
import StringField from '@rjsf/core/lib/components/fields/StringField.js';
import {
  createSchemaUtils,
  englishStringTranslator,
  type FieldTemplateProps,
  type Registry,
  type RegistryWidgetsType,
  type ValidatorType,
  type WidgetProps as RjsfWidgetProps,
} from '@rjsf/utils';
import type { ComponentType } from 'react';
import { widgets } from '#client/widgets/registry.ts';
import type { Widget } from '#client/widgets/widget.ts';
import { useFormScope } from '../form-scope.ts';
import { QuestionBox } from '../layout/QuestionBox.tsx';
import { useWidgetProps } from '../use-widget-props.ts';
import { questionOf } from '#client/questionnaire/store/selectors.ts';

/**
 * Creates an RJSF registry with its fields and our widgets and template.
 * RJSF's `Form` would add 20 kB (Brotli): default widgets, a layout grid and a Markdown parser, all unused.
 */
export function createRjsfRegistry(
  FieldTemplate: ComponentType<FieldTemplateProps>,
  registeredWidgets: RegistryWidgetsType,
): Registry {
  return {
    // One widget renders all choices, so arrays need no RJSF rows with buttons.
    fields: { ArrayField: StringField, BooleanField, NumberField, SchemaField, StringField },
    templates: { ...noTemplates, FieldTemplate },
    widgets: registeredWidgets,
    rootSchema: {},
    formContext: {},
    schemaUtils: createSchemaUtils(noValidator, {}),
    translateString: englishStringTranslator,
    globalFormOptions: { idPrefix: 'root', idSeparator: '_', useFallbackUiForUnsupportedType: false },
  };
}

function Nothing() {
  return null;
}

/** Templates required by RJSF but unused; each registry sets its field template. */
const noTemplates: Registry['templates'] = {
  FieldTemplate: Nothing,
  ArrayFieldTemplate: Nothing,
  ArrayFieldDescriptionTemplate: Nothing,
  ArrayFieldItemButtonsTemplate: Nothing,
  ArrayFieldItemTemplate: Nothing,
  ArrayFieldTitleTemplate: Nothing,
  BaseInputTemplate: Nothing,
  CyclicSchemaExpandTemplate: Nothing,
  DescriptionFieldTemplate: Nothing,
  ErrorListTemplate: Nothing,
  FallbackFieldTemplate: Nothing,
  FieldErrorTemplate: Nothing,
  FieldHelpTemplate: Nothing,
  GridTemplate: Nothing,
  MultiSchemaFieldTemplate: Nothing,
  ObjectFieldTemplate: Nothing,
  OptionalDataControlsTemplate: Nothing,
  TitleFieldTemplate: Nothing,
  UnsupportedFieldTemplate: Nothing,
  WrapIfAdditionalTemplate: Nothing,
  ButtonTemplates: {
    SubmitButton: Nothing,
    AddButton: Nothing,
    CopyButton: Nothing,
    MoveDownButton: Nothing,
    MoveUpButton: Nothing,
    RemoveButton: Nothing,
    ClearButton: Nothing,
  },
};

/** Validates nothing: standalone validators do, via the store. */
const noValidator: ValidatorType = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  isValid: () => true,
  rawValidation: () => ({ errors: [] }),
};

/** Renders our question box around a field. */
function RjsfFieldTemplate({ id, rawErrors, required, children }: FieldTemplateProps) {
  const question = questionOf(useFormScope().store, id);
  if (!question) return children;
  return (
    <QuestionBox question={question} messages={rawErrors} isRequired={required ?? false}>
      {children}
    </QuestionBox>
  );
}

function adaptWidget(Component: Widget) {
  return function RjsfWidget({ name, value, rawErrors, required, onChange }: RjsfWidgetProps) {
    const question = questionOf(useFormScope().store, name);
    if (!question) throw new Error(`RJSF renders a widget for "${name}", which no page defines.`);
    const props = useWidgetProps(question, {
      value,
      messages: rawErrors,
      isRequired: required ?? false,
      onChange,
    });
    return <Component {...props} />;
  };
}

/** The registry for editable pages. */
export const screenRegistry = createRjsfRegistry(
  RjsfFieldTemplate,
  Object.fromEntries([...widgets].map(([name, { component }]) => [name, adaptWidget(component)])),
);
