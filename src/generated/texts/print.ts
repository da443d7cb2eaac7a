// Written by npm run generate; never edit by hand.

export const refused = { text: "This link cannot be opened." } as const;
export const noAnswers = { text: "There are no answers yet." } as const;
export const notSubmitted = { text: "Not submitted, as of" } as const;
export const submitted = { text: "Submitted" } as const;
export const deadline = { text: "Deadline" } as const;
export const late = { text: "Submitted after the deadline" } as const;
export const receipt = { text: "Receipt" } as const;
export const linkUntil = { text: "This link works until" } as const;
