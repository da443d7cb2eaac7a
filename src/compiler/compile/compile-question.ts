import type { CalendarBound, Condition, Question, Rule } from '#form/definition/definition.ts';
import type { Cursor } from '../source/cursor.ts';
import { type Widget, defaultWidget } from '../source/widget-registry.ts';
import { type Autofill, autofillToken } from './autofill.ts';
import { compileMessages, defaultMessage, ruleMessage } from './compile-messages.ts';
import type { PlacedQuestion } from './page-walk.ts';
import { answerType, isChoice, mayBeText, readConstraints, smallestAmount } from './question-shape.ts';
import { resolveCondition } from './resolve-condition.ts';
import type { Scope } from './scope.ts';

/** Maximum lengths by format: email (RFC 5321) and practical URL limit. */
const FORMAT_LENGTHS: Readonly<Record<string, number>> = { email: 254, uri: 2000 };

/** UI options with their own members in a compiled question. */
const COMPILED_OPTIONS: ReadonlySet<string> = new Set(
  'ui:widget ui:width ui:parts ui:category ui:fills'.split(' '),
);

/** Whether the chosen label is stored too: for single choices, unless turned off. */
export function companionOf(property: Cursor): boolean {
  return isChoice(property) && answerType(property) !== 'array' && property.at('companion')?.flag() !== false;
}

/** Compiles a placed question for model, client and server. */
export function compileQuestion(placed: PlacedQuestion, visibleWhen: Condition | undefined): Question {
  const { key, name, property, walk } = placed;
  const ui = walk.scope.pair.ui.at(name);
  const options = property.at('options')?.text();
  const currency = property.at('currency')?.text();
  const label = walk.titles.get(key) ?? property.at('title')?.text() ?? name;
  const fullLabel = walk.messagePrefix + label;
  const widget = widgetOf(property, ui);
  const registered = walk.context.widgets.widgets.get(widget);
  const constraints = constraintsOf(placed, registered, ui);
  const named = { sources: walk.context.sources, property, fullLabel, messagePrefix: walk.messagePrefix };
  const parts = (ui?.at('ui:parts')?.texts() ?? []).map((part) => walk.scope.prefix + part);
  return {
    key,
    page: walk.page,
    label,
    fullLabel,
    type: answerType(property),
    widget,
    ...(registered?.summaryFormat === undefined ? {} : { summaryFormat: registered.summaryFormat }),
    ...(registered?.multiline ? { multiline: true } : {}),
    ...(currency === undefined ? {} : { currency }),
    ui: uiOptions(ui, isFillable(property) ? walk.autofill : undefined),
    ...(options === undefined ? {} : { options }),
    ...(placed.dependsOn ? { dependsOn: placed.dependsOn } : {}),
    companion: companionOf(property),
    ...(property.at('carry')?.flag() === false && { carry: false }),
    constraints,
    rules: property.list('rules').map((rule) => compileRule(rule, placed, fullLabel)),
    ...boundOf('earliest', placed, fullLabel),
    ...boundOf('latest', placed, fullLabel),
    ...requirement(placed),
    ...(visibleWhen ? { visibleWhen } : {}),
    messages: compileMessages({ ...named, constraints }),
    parts,
    ...(placed.partOf === undefined ? {} : { partOf: placed.partOf }),
    ...lookupOf(ui, walk.scope),
  };
}

/** Returns the widget of a UI entry, or the default for the type and `dependsOn`. */
export function widgetOf(property: Cursor, ui: Cursor | undefined): string {
  const format = property.at('format')?.text();
  const byType = defaultWidget(answerType(property), isChoice(property), format);
  const isDependent = property.at('dependsOn') !== undefined && answerType(property) === 'string';
  const byShape = isDependent ? 'conditionalDropdown' : byType;
  return ui?.at('ui:widget')?.text() ?? byShape;
}

/** Whether browsers can fill it in: texts and single choices, not checkboxes. */
function isFillable(property: Cursor): boolean {
  return !['boolean', 'array'].includes(answerType(property));
}

function uiOptions(ui: Cursor | undefined, autofill: Autofill | undefined): Question['ui'] {
  const autocomplete = autofillToken(ui?.at('ui:autocomplete')?.text(), autofill);
  const entries = [...(ui?.members() ?? [])].filter(([name]) => !COMPILED_OPTIONS.has(name));
  return {
    ...Object.fromEntries(entries.map(([name, value]) => [name.replace(/^ui:/, ''), value.json()])),
    ...(autocomplete === undefined ? {} : { autocomplete }),
  };
}

function constraintsOf(
  { property, partOf }: PlacedQuestion,
  widget: Widget | undefined,
  ui: Cursor | undefined,
): Question['constraints'] {
  const own = readConstraints(property);
  // Option values are not repeated here; the model refers to the list by name.
  const bounded = (isChoice(property) && !mayBeText(property)) || own.const !== undefined;
  const free = answerType(property) === 'string' && !bounded && partOf === undefined;
  const length = own.format === undefined ? widget?.constraints?.maxLength : FORMAT_LENGTHS[own.format];
  const maxLength = free ? length : undefined;
  const multipleOf = answerType(property) === 'number' ? smallestAmount(property) : undefined;
  const pattern = isMasked(ui) ? widget?.constraints?.pattern : undefined;
  return {
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(pattern === undefined ? {} : { pattern }),
    ...(multipleOf === undefined ? {} : { multipleOf }),
    ...own,
  };
}

/** Not masked if only digits are stored, or next to an international dial code. */
function isMasked(ui: Cursor | undefined): boolean {
  return ui?.at('ui:store')?.text() !== 'digits' && ui?.at('ui:parts') === undefined;
}

function compileRule(rule: Cursor, { property, walk }: PlacedQuestion, fullLabel: string): Rule {
  const when = rule.at('when');
  const condition = when && resolveCondition(when, walk.scope, walk.context);
  const schema = readConstraints(rule.at('schema') ?? rule);
  const { context, messagePrefix } = walk;
  const names = { sources: context.sources, property, fullLabel, messagePrefix, constraints: schema };
  const compiled = { ...(condition ? { when: condition } : {}), schema, message: ruleMessage(rule, names) };
  walk.context.origins.set(compiled, rule);
  return compiled;
}

function boundOf<Name extends 'earliest' | 'latest'>(
  name: Name,
  { property, walk }: PlacedQuestion,
  fullLabel: string,
): Partial<Record<Name, CalendarBound>> {
  const bound = property.at(name);
  if (!bound) return {};
  const message = bound
    .at('errorMessage')
    ?.text()
    ?.replaceAll('{label}', () => fullLabel);
  const compiled: CalendarBound = {
    years: bound.at('years')?.number() ?? 0,
    unit: bound.at('unit')?.text() === 'year' ? 'year' : 'day',
    message: message ?? defaultMessage(walk.context.sources, 'date', { path: fullLabel }),
  };
  const named: Partial<Record<'earliest' | 'latest', CalendarBound>> = { [name]: compiled };
  return named;
}

/** Whether a question is required; in an optional instance, only once that has an answer. */
function requirement(placed: PlacedQuestion): Pick<Question, 'required' | 'requiredWhen'> {
  const { key, name, property, walk } = placed;
  const listed = walk.required ? walk.required.has(key) : walk.scope.pair.required.has(name);
  const when = walk.required ? undefined : property.at('requiredWhen');
  const own = when && resolveCondition(when, walk.scope, walk.context);
  if (!walk.repeated) return { required: listed, ...(own && !listed ? { requiredWhen: own } : {}) };
  const started: Condition = {
    any: walk.repeated.map((valueKey) => ({ valueKey, operator: 'answered' as const })),
  };
  if (listed) return { required: false, requiredWhen: started };
  return { required: false, ...(own ? { requiredWhen: { all: [started, own] } } : {}) };
}

/** Compiles the lookup of a question, with final keys and without those of other partners. */
function lookupOf(entry: Cursor | undefined, { names, prefix }: Scope): Pick<Question, 'lookup'> {
  const category = entry?.at('ui:category')?.text();
  const fills = entry?.at('ui:fills')?.members();
  if (category === undefined || fills === undefined) return {};
  const filled = [...fills].flatMap(([field, at]) => {
    const name = at.text();
    return name !== undefined && names.questions.has(name) ? [[field, prefix + name] as const] : [];
  });
  return { lookup: { category, fills: Object.fromEntries(filled) } };
}
