import type { FormDefinition } from '#form/definition/definition.ts';

/**
 * The form that was answered.
 *
 * @param answered as a call has it: null where it is the one of today
 */
export function answeredForm(answered: object | null, present: FormDefinition): FormDefinition {
  return isForm(answered) ? answered : present;
}

function isForm(definition: object | null): definition is FormDefinition {
  return definition !== null && 'pages' in definition && Array.isArray(definition.pages);
}
