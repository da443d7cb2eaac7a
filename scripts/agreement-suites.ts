/** The suites in which all validators agree on random answers; FORM_RUNS says on how many (500 in `npm test`). */
export const AGREEMENT_SUITES = ['test/form/agreement.test.ts', 'test/form/real-definition.test.ts'] as const;
