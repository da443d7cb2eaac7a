import { comparisonsIn } from '#compiler/formulas/form-conditions.ts';
import { conditionInWords, subjectInWords } from '#compiler/words/condition-words.ts';
import type { Dependency } from '#compiler/why/dependencies.ts';
import type { Comparison, FormDefinition } from '#form/definition/definition.ts';
import { questionsOf } from '#form/definition/form-part.ts';

/** What an edge says of one dependency: of the condition the part that is about where the edge begins. */
export function edgeWords(dependency: Dependency, from: string, definition: FormDefinition): string {
  const { kind, when, what = '' } = dependency;
  const said = when === undefined ? '' : aboutOne(dependency, from, definition);
  switch (kind) {
    case 'shows':
      return said;
    case 'requires':
      return `required: ${said}`;
    case 'limits':
      return `a rule: ${said}`;
    case 'clears':
      return `else cleared: ${said}`;
    case 'opens a list':
      return listsInWords(dependency, definition);
    case 'notices':
      return said === '' ? `a notice: ${what}` : `a notice: ${said}`;
    default:
      return said === '' ? what : `compared: ${said}`;
  }
}

/** The whole condition, for a box to which several edges lead; nothing where the one edge says it. */
export function wholeWords({ kind, when, from }: Dependency, definition: FormDefinition): string | undefined {
  if (!when || from.length < 2) return undefined;
  const words = conditionInWords(when, definition);
  if (kind === 'shows') return `Shown when ${words}`;
  if (kind === 'requires') return `Required when ${words}`;
  return kind === 'clears' ? `Cleared unless ${words}` : `A rule when ${words}`;
}

/** Comparisons with one answer, without the question at which the edge begins: `is “Yes”`. */
function aboutOne({ when, from }: Dependency, name: string, definition: FormDefinition): string {
  const subject = `“${subjectInWords(name, definition)}” `;
  if (when && from.length === 1) return conditionInWords(when, definition).replaceAll(subject, '');
  const own = comparisonsIn(when).filter(({ valueKey }) => valueKey === name);
  const words = own.map((each: Comparison) => conditionInWords(each, definition).replace(subject, ''));
  return [...new Set(words)].join(' / ');
}

function listsInWords({ keys }: Dependency, definition: FormDefinition): string {
  const { lists = {}, otherwise } = questionsOf(definition).get(keys[0] ?? '')?.dependsOn ?? {};
  const count = Object.keys(lists).length;
  return `opens its choices: ${count === 1 ? '1 list' : `${count} lists`}${otherwise === undefined ? '' : ', else a text'}`;
}
