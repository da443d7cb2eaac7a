/**
 * A condition that cannot be evaluated: a fault of the definition, never of a student's answer. It is
 * thrown, because a condition that is quietly false would hide a question from everybody.
 */
export class ConditionError extends Error {
  override readonly name = 'ConditionError';

  /**
   * @param condition what was found, as the definition has it
   * @param expected what would have been right, and how to mend it
   */
  constructor(condition: unknown, expected: string) {
    super(`The condition ${JSON.stringify(condition)} cannot be evaluated: ${expected}`);
  }
}
