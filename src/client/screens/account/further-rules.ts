import type { Answers } from '#form/definition/definition.ts';
import type { ValidationErrors } from '#form/validation/validate-answers.ts';
import type { RuleState } from '#client/widgets/text/password-rules.ts';

/** A rule of a card beyond its compiled ones, which compares or knows more: a line of a password's checklist. */
export type FurtherRule = RuleState & {
  /** The password whose checklist shows it. */
  readonly listedAt: string;
  /** Where its error shows. */
  readonly key: string;
  /** The error, where it says more than the line. */
  readonly error?: string | undefined;
};

export type FurtherRules = (answers: Answers) => readonly FurtherRule[];

/** What breaks them, by the control where it shows. */
export function furtherErrors(rules: readonly FurtherRule[]): ValidationErrors {
  const broken = rules.filter(({ isKept }) => isKept === false);
  return Object.fromEntries(broken.map(({ key, error, message }) => [key, [error ?? message]]));
}
