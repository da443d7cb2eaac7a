import type { Question } from '#form/definition/definition.ts';
import type { Cursor } from './cursor.ts';
import type { SourceSet } from './source-set.ts';

const TYPES: ReadonlySet<string> = new Set<Question['type']>([
  'string',
  'boolean',
  'integer',
  'number',
  'array',
]);

/** The type of a property's answer; text when the file names none or one that does not exist. */
export function answerType(property: Cursor): Question['type'] {
  const type = property.at('type')?.text() ?? 'string';
  return isAnswerType(type) ? type : 'string';
}

function isAnswerType(type: string): type is Question['type'] {
  return TYPES.has(type);
}

/** The list a property's answers come from: its fixed values, or `years` for a list counted from today. */
export function optionValues(property: Cursor, sources: SourceSet): readonly string[] | 'years' | undefined {
  const name = property.at('options')?.text();
  const list = name === undefined ? undefined : sources.cursor(`options/${name}.json`);
  if (!list) return undefined;
  if (list.at('years')) return 'years';
  return (list.at('options')?.items() ?? []).flatMap((option) => option.at('value')?.text() ?? []);
}
