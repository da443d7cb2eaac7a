import { equivalentOf } from '#compiler/check/keyword-equivalents.ts';
import type { Look } from './convert-question.ts';
import type { FormSource, Member, Part } from './schema-source.ts';

/** Keywords that are converted, or that say nothing a form shows. */
const KNOWN: ReadonlySet<string> = new Set(
  (
    '$schema $id id $comment $anchor $defs definitions title description type enum enumNames const oneOf anyOf examples ' +
    'format minLength maxLength pattern minimum exclusiveMinimum maximum exclusiveMaximum multipleOf items minItems example ' +
    'maxItems uniqueItems additionalItems prefixItems dependencies dependentRequired dependentSchemas nullable'
  ).split(' '),
);

/** Members of a uiSchema that are converted, or about the page alone. */
const KNOWN_LOOKS: ReadonlySet<string> = new Set(
  (
    'widget title description help order field enumNames inline rows autofocus autoFocus emptyValue rootFieldId ' +
    'submitButtonOptions globalOptions label format inputType autocomplete accept'
  ).split(' '),
);

/** Reports the keywords and `ui:` members that have no equivalent. */
export function reportOthers(part: Part, { options }: Look, source: FormSource): void {
  for (const [name, word] of part.words) {
    if (KNOWN.has(name) || word.value === false || isPlain(name, word)) continue;
    const [isKnown, why] = reasonFor(name, word);
    if (isKnown) source.lose(word, name, why);
    else source.change(word, name, why);
  }
  for (const [name, word] of options) {
    if (KNOWN_LOOKS.has(name) || word.value === false) continue;
    source.lose(word, `ui:${name}`, LOOKS[name] ?? 'the page decides how a question looks');
  }
}

/** Further properties that no schema describes are not shown anyway. */
function isPlain(name: string, { value }: Member): boolean {
  return name === 'additionalProperties' && (value === true || JSON.stringify(value) === '{}');
}

function reasonFor(name: string, { value }: Member): readonly [isKnown: boolean, why: string] {
  if (['additionalProperties', 'patternProperties', 'propertyNames'].includes(name))
    return [true, 'questions have fixed names; people cannot add names of their own'];
  const other = equivalentOf(name, value);
  return other ? [true, `here: ${other.expected}`] : [false, 'it is no keyword of JSON Schema'];
}

const LOOKS: Readonly<Record<string, string>> = {
  placeholder: 'what is in a field disappears once somebody types; write it into "ui:help"',
  readonly: 'only questions that people answer are converted',
  disabled: 'only questions that people answer are converted',
  enumDisabled: 'a list offers what can be chosen',
};
