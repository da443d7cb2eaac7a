import { questionsOf } from '#form/definition/form-part.ts';
import { companionKey } from '#form/definition/answer.ts';
import { selectSubmittedKeys } from '#server/student-tables/submission-store.ts';
import type { OperationParts } from '../operation-parts.ts';
import { exportedDocumentName, type SubmittedApplication } from './submitted-application.ts';
import type { AnswerValue } from '#form/definition/definition.ts';

/** Spreadsheets read a file as UTF-8 when it begins so. */
const BYTE_ORDER_MARK = '\uFEFF';
const HEAD = ['receipt', 'submitted_at', 'username'];

/** Builds `applications.csv`: a line for each application, a column for each key. */
export type ApplicationsCsv = {
  readonly head: string;
  line(submitted: SubmittedApplication): string;
};

/** The columns are the keys of the present form in its order, then those that only older answers have. */
export async function createApplicationsCsv(parts: OperationParts, since: Date): Promise<ApplicationsCsv> {
  const used = await selectSubmittedKeys(parts.db, since);
  const asked = [...questionsOf(parts.questionnaire.definition).keys()];
  const present = asked.flatMap((key) => [key, ...(used.has(companionKey(key)) ? [companionKey(key)] : [])]);
  const columns = [...new Set([...present, ...[...used].toSorted()])];
  return {
    head: BYTE_ORDER_MARK + csvLine([...HEAD, ...columns]),
    line(submitted) {
      const { receipt, submittedAt, username, answers, documents } = submitted;
      const files = new Map(documents.map((each) => [each.key, exportedDocumentName(submitted, each)]));
      const cells = columns.map((key) => files.get(key) ?? answers[key]);
      return csvLine([receipt, submittedAt.toISOString(), username, ...cells]);
    },
  };
}

/** `questions.csv`: what each column asks. */
export function questionsCsv({ questionnaire }: OperationParts): string {
  const lines = [...questionsOf(questionnaire.definition).values()].map(({ key, page, fullLabel }) =>
    csvLine([key, page, fullLabel]),
  );
  return BYTE_ORDER_MARK + csvLine(['key', 'page', 'label']) + lines.join('');
}

/** What a spreadsheet takes for the start of a formula, also in its wide form. */
const FORMULA = /^[\s]*[=+\-@＝＋－＠]|^[\t\r\n]/;

/**
 * An answer as a cell of a CSV file (RFC 4180). A text that a spreadsheet would run as a formula gets an apostrophe in
 * front, which spreadsheets do not show (OWASP, CSV injection).
 */
export function csvCell(value: AnswerValue | null | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : value.join('; ');
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** A line of a CSV file, with its end. */
function csvLine(values: readonly (AnswerValue | null | undefined)[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}
