/** The directories of schools; docs/behavior.md 3.8. */
export const SCHOOL_CATEGORIES = ['hs_ceeb', 'college_ceeb'] as const;

export type SchoolCategory = (typeof SCHOOL_CATEGORIES)[number];

export function isSchoolCategory(text: string): text is SchoolCategory {
  return SCHOOL_CATEGORIES.some((category) => category === text);
}

/** The category under which a questionnaire looks addresses up. */
export const ADDRESS_CATEGORY = 'address';

/** The category of places by their ZIP codes. */
export const ZIP_CATEGORY = 'zip';
