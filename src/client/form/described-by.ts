import type { Question } from '#form/definition/definition.ts';
import { textOption } from '#client/widgets/widget.ts';

/** The ids of help and messages that are in a question's box now, for `aria-describedby`; undefined for none. */
export function describedBy(question: Question, isInvalid: boolean): string | undefined {
  const ids = [
    ...(isInvalid ? [`error-${question.key}`] : []),
    ...(textOption(question, 'help') === undefined ? [] : [`help-${question.key}`]),
  ];
  return ids.length > 0 ? ids.join(' ') : undefined;
}
