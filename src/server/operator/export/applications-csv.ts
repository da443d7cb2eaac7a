import { questionsOf } from '#form/definition/form-part.ts';
import { companionKey, isAnswered } from '#form/definition/answer.ts';
import { chosenLabels } from '#form/summary/answer-text.ts';
import {
  selectAnsweredDefinitions,
  selectSubmittedKeys,
  type SubmissionRange,
} from '#server/student-tables/submission-store.ts';
import type { OperationServices } from '../operation-services.ts';
import { exportedDocumentName, type SubmittedApplication } from './submitted-application.ts';
import { optionListsOf } from '#form/answers/option-lists.ts';
import type { AnswerValue, FormDefinition, Question } from '#form/definition/definition.ts';

/** Makes spreadsheets read a file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';
const HEAD = ['receipt', 'submitted_at', 'username', 'late', 'cycle'];

/** Builds `applications.csv`. Keys of the current form, then of older answers; choices also as words. */
export async function createApplicationsCsv(
  { db }: OperationServices,
  forms: readonly FormDefinition[],
  range: SubmissionRange,
) {
  const used = await selectSubmittedKeys(db, range);
  const columns = columnsOf(forms, used);
  return {
    head: BYTE_ORDER_MARK + csvLine([...HEAD, ...columns]),
    /** Returns the line of an application. */
    line(submitted: SubmittedApplication): string {
      const { receipt, submittedAt, username, isLate, cycle, answers, documents } = submitted;
      const files = new Map(documents.map((each) => [each.key, exportedDocumentName(submitted, each)]));
      const words = wordsOf(submitted);
      const cells = columns.map((key) => files.get(key) ?? words.get(key) ?? answers[key]);
      return csvLine([receipt, submittedAt.toISOString(), username, isLate, cycle, ...cells]);
    },
  };
}

/** Returns the current form, then those answered, newest first. */
export async function formsSince(
  { db, questionnaire: { definition } }: OperationServices,
  range: SubmissionRange,
): Promise<readonly FormDefinition[]> {
  const answered = await selectAnsweredDefinitions(db, range);
  return [definition, ...answered.filter(({ hash }) => hash !== definition.hash)];
}

function columnsOf(forms: readonly FormDefinition[], used: ReadonlySet<string>): readonly string[] {
  const withWords = new Set(
    forms.flatMap((form) =>
      [...questionsOf(form).values()]
        .filter((question) => optionListsOf(form, question).length > 0)
        .map(({ key }) => key),
    ),
  );
  const [present] = forms;
  const keys = [...(present ? questionsOf(present).keys() : []), ...[...used].toSorted()];
  const columns = keys.flatMap((key) => {
    const words = companionKey(key);
    return used.has(words) || (withWords.has(key) && used.has(key)) ? [key, words] : [key];
  });
  return [...new Set(columns)];
}

/** Returns the words of each choice, by column key. */
function wordsOf({
  definition,
  answers,
  submittedAt: now,
}: SubmittedApplication): ReadonlyMap<string, string> {
  const chosen = [...questionsOf(definition).values()]
    .filter(({ key }) => isAnswered(answers[key]))
    .map(
      (question) =>
        [
          companionKey(question.key),
          chosenLabels(definition, question, { answers, now }).join('; '),
        ] as const,
    );
  return new Map(chosen.filter(([, words]) => words !== ''));
}

/** Builds `questions.csv`: the question of each column, including labels of former forms. */
export function questionsCsv(forms: readonly FormDefinition[]): string {
  const byKey = new Map<string, readonly Question[]>();
  for (const form of forms) {
    for (const question of questionsOf(form).values()) {
      byKey.set(question.key, [...(byKey.get(question.key) ?? []), question]);
    }
  }
  const lines = [...byKey].map(([key, questions]) => {
    const [label, ...before] = new Set(questions.map(({ fullLabel }) => fullLabel));
    return csvLine([key, questions[0]?.page, label, before.join('; ')]);
  });
  return BYTE_ORDER_MARK + csvLine(['key', 'page', 'label', 'asked_before_as']) + lines.join('');
}

/** Where spreadsheets read a formula, including full-width forms; some split at semicolons and lines, join quotes. */
const FORMULA = /(^|;|\r\n?|\n)(?=[\s"]*[=+\-@＝＋－＠])|^(?=[\t\r\n])/g;

/** A signed number, or a phone number with a space or parenthesis after the country code: not a formula. */
const NUMBER = /^(?:[+-]\d+(?:[.,]\d+)*%?|\+\d{1,3}[ (][\d ().-]*)$/;

/**
 * Formats an answer as a CSV cell (RFC 4180).
 *
 * An apostrophe disarms formulas (https://owasp.org/www-community/attacks/CSV_Injection); numbers stay unchanged.
 */
export function csvCell(value: AnswerValue | null | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : value.join('; ');
  const harmless = NUMBER.test(text.trim()) ? text : text.replaceAll(FORMULA, "$1'");
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Formats a terminated line of a CSV file. */
function csvLine(values: readonly (AnswerValue | null | undefined)[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}
