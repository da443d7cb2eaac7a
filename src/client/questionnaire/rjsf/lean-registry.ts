import ArrayField from '@rjsf/core/lib/components/fields/ArrayField.js';
import BooleanField from '@rjsf/core/lib/components/fields/BooleanField.js';
import NumberField from '@rjsf/core/lib/components/fields/NumberField.js';
import SchemaField from '@rjsf/core/lib/components/fields/SchemaField.js';
import StringField from '@rjsf/core/lib/components/fields/StringField.js';
import { englishStringTranslator } from '@rjsf/utils';

/** Takes the place of templates that RJSF looks up for every field and that our field template does not draw. */
function Nothing() {
  return null;
}

/**
 * What RJSF falls back to, in place of its own registry: the fields that our pages draw, no widget (all are
 * ours) and no template (the one that counts is ours). Its own registry brings 21 widgets, a layout grid and
 * a Markdown parser that nobody would see: 20 kB of compressed script.
 */
export default function leanRegistry() {
  return {
    fields: { ArrayField, BooleanField, NumberField, SchemaField, StringField },
    templates: {
      ButtonTemplates: { SubmitButton: Nothing },
      DescriptionFieldTemplate: Nothing,
      FieldErrorTemplate: Nothing,
      FieldHelpTemplate: Nothing,
    },
    widgets: {},
    rootSchema: {},
    formContext: {},
    translateString: englishStringTranslator,
    globalFormOptions: { idPrefix: 'root', idSeparator: '_', useFallbackUiForUnsupportedType: false },
  };
}
