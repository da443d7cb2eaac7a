import type { AnswerValue } from '#form/definition/definition.ts';

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
export function csvLine(values: readonly (AnswerValue | null | undefined)[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}
