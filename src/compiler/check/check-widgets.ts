import { Ajv } from 'ajv';
import { widgetOf } from '../compile/compile-question.ts';
import type { Context } from '../compile/context.ts';
import { answerType, isChoice, listNames, mayBeText } from '../compile/question-shape.ts';
import type { Cursor } from '../source/cursor.ts';
import { keyCure } from '../source/names.ts';
import { quoteNames, nearestCure } from '../source/nearest.ts';
import type { FilePair, SourceSet } from '../source/source-set.ts';
import { type Widget, optionsOfWidget } from '../source/widget-registry.ts';
import { checkAutocomplete } from './check-property.ts';
import { equivalentOf } from './keyword-equivalents.ts';
import { metaFault } from './meta-fault.ts';

const ajv = new Ajv({ allErrors: true, verbose: true, strict: false });

/** Checks that each question has an existing widget that fits its type and options. */
export function checkWidgets(pair: FilePair, context: Context): void {
  for (const [key, property] of pair.properties) checkWidget(property, pair.ui.at(key), context);
  for (const [key, entry] of pair.ui.members()) {
    if (key.startsWith('ui:') || key === '$schema' || pair.properties.has(key) || pair.elsewhere.has(key))
      continue;
    context.report(entry, {
      code: 'unknown-key',
      found: `an entry for "${key}"`,
      expected: `a key of ${pair.name}.schema.json: ${quoteNames(pair.properties.keys())}`,
      cure: keyCure(key, pair.properties, 'Remove the entry, or add the question.'),
    });
  }
}

function checkWidget(property: Cursor, entry: Cursor | undefined, context: Context): void {
  const name = widgetOf(property, entry);
  const widget = context.widgets.widgets.get(name);
  const at = entry?.at('ui:widget') ?? property;
  if (!widget) {
    const names = [...context.widgets.widgets.keys()];
    context.report(at, {
      code: 'unknown-widget',
      found: `the widget "${name}"`,
      expected: `one of ${quoteNames(names)}`,
      cure: nearestCure(name, names, 'Choose one of these, or leave "ui:widget" out.'),
    });
    return;
  }
  checkWidgetFits({ name, widget, at, property }, context);
  if (entry) checkWidgetOptions(name, widget, entry, context);
  checkAutocomplete(entry?.at('ui:autocomplete'), context.report);
  if (name === 'radio') checkRadios(property, at, context);
  for (const option of widget.requires ?? []) {
    if (entry?.at(`ui:${option}`)) continue;
    context.report(at, {
      code: 'missing-widget-option',
      found: `the widget "${name}" without "ui:${option}"`,
      expected: `"ui:${option}" in the same entry: ${String(widget.options[option]?.['description'])}`,
      cure: `Add "ui:${option}" to the entry, or choose another widget.`,
    });
  }
}

/** Maximum number of radio buttons; more fill the screen. */
const MAX_RADIOS = 30;

function checkRadios(property: Cursor, at: Cursor, { sources, report }: Context): void {
  const list = listNames(property).find((name) => optionCount(name, sources) > MAX_RADIOS);
  if (list === undefined) return;
  report(at, {
    code: 'too-many-radios',
    found: `the widget "radio" for the ${optionCount(list, sources)} options of options/${list}.json`,
    expected: `at most ${MAX_RADIOS} options that are all visible`,
    cure: 'Leave "ui:widget" out: the student then searches in the list.',
  });
}

function optionCount(list: string, sources: SourceSet): number {
  const file = sources.cursor(`options/${list}.json`);
  return file?.at('years')?.at('count')?.number() ?? file?.list('options').length ?? 0;
}

type Use = { readonly name: string; readonly widget: Widget; readonly at: Cursor; readonly property: Cursor };

function checkWidgetFits({ name, widget, at, property }: Use, context: Context): void {
  const type = answerType(property);
  if (!widget.types.includes(type)) {
    const fitting = [...context.widgets.widgets]
      .filter(([, one]) => one.types.includes(type))
      .map(([one]) => one);
    context.report(at, {
      code: 'widget-does-not-fit',
      found: `the widget "${name}" for an answer of type "${type}"`,
      expected: `a widget for "${type}": ${quoteNames(fitting)}`,
      cure: 'Choose one of these, or change the type of the question.',
    });
  } else if (widget.needsOptions && !isChoice(property) && !property.at('dependsOn')) {
    // With `dependsOn`, another rule reports it.
    context.report(at, {
      code: 'options-do-not-fit',
      found: `the widget "${name}" for a question without a list`,
      expected: '"options" in the schema file',
      cure: 'Name a list in "options", or choose another widget.',
    });
  } else if (mayBeText(property) && !widget.takesOtherwise) {
    const fitting = [...context.widgets.widgets].filter(([, one]) => one.takesOtherwise).map(([one]) => one);
    context.report(at, {
      code: 'widget-does-not-fit',
      found: `the widget "${name}" for a question with "otherwise" in "dependsOn"`,
      expected: `the widget ${quoteNames(fitting)}, which becomes a text field where there is no list`,
      cure: 'Leave "ui:widget" out, or remove "otherwise".',
    });
  }
}

function checkWidgetOptions(name: string, widget: Widget, entry: Cursor, context: Context): void {
  const known = optionsOfWidget(context.widgets, widget);
  const names = Object.keys(known).map((option) => `ui:${option}`);
  for (const [member, value] of entry.members()) {
    if (member === 'ui:widget') continue;
    const schema = member.startsWith('ui:') ? known[member.slice(3)] : undefined;
    if (schema) {
      checkOptionValue(value, schema, context);
      continue;
    }
    context.report(value, {
      code: 'unknown-widget-option',
      found: `"${member}" for the widget "${name}"`,
      expected: `one of ${quoteNames(names)}`,
      cure: names.includes(`ui:${member}`)
        ? `Write "ui:${member}".`
        : nearestCure(member, names, 'Remove it, or choose the widget that has it.'),
      ...equivalentOf(member, undefined),
    });
  }
}

function checkOptionValue(value: Cursor, schema: object, context: Context): void {
  if (ajv.validate(schema, value.raw())) return;
  const findings = (ajv.errors ?? []).flatMap((error) => metaFault(error) ?? []);
  for (const { finding } of findings) context.report(value, finding);
}
