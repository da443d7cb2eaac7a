import type { ValidatorType } from '@rjsf/utils';

/**
 * RJSF refuses to work without a validator, even with `noValidate`. The pages are validated by
 * standalone validators built beforehand (no `unsafe-eval`), and their messages reach each question by the
 * store; so there is nothing for this one to find.
 */
export const noValidator: ValidatorType = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  isValid: () => true,
  rawValidation: () => ({ errors: [] }),
};
