import { questionsOf } from '#form/definition/form-part.ts';
import { documentKeysOf } from '#form/documents/document-answers.ts';
import { countAnswered } from '#form/progress/count-answered.ts';
import type { Application } from '#client/session/application.ts';
import { say } from '#texts/say.ts';
import { listText } from '#texts/language.ts';
import { ownAccountTexts } from '#generated/texts.ts';

/** What a student is asked before the account goes, with how much goes with it. */
export function deletionTitle({ definition, store }: Pick<Application, 'definition' | 'store'>): string {
  const { answers } = store.state();
  const documentKeys = documentKeysOf(definition);
  const answerKeys = [...questionsOf(definition).keys()].filter((key) => !documentKeys.has(key));
  const answered = countAnswered(definition, answers, answerKeys);
  const attached = countAnswered(definition, answers, documentKeys);
  const things = listText([answersText(answered), documentsText(attached)].filter(Boolean));
  return things === '' ? say(ownAccountTexts.sure) : say(ownAccountTexts.sureWith, { things });
}

function answersText(count: number): string {
  return count === 0 ? '' : say(ownAccountTexts.answers, { count });
}

function documentsText(count: number): string {
  return count === 0 ? '' : say(ownAccountTexts.documents, { count });
}
