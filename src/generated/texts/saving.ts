// Written by npm run generate; never edit by hand.

export const label = { text: "Save state" } as const;
export const unsaved = { text: "Unsaved changes" } as const;
export const saving = { text: "Saving…" } as const;
export const saved = { text: "Saved" } as const;
export const failing = { text: "Not saved – we will keep trying" } as const;
export const conflict = { text: "Not saved – please choose between two answers" } as const;
export const refused = { text: "Not saved" } as const;
export const signedOut = { text: "Not saved – please log in again" } as const;
export const refusedBecause = { text: "Not saved – {reason}" } as const;
export const latest = { text: "Your latest changes could not be saved." } as const;
export const notSaved = { text: "Not saved: {questions}." } as const;
export const tooLate = { text: "Changes Not Saved" } as const;
export const answeredElsewhere = { text: "Some of these questions got other answers in another window. Please choose which answer to keep." } as const;
export const notStorable = { text: "Some answers cannot be saved. Please check the questions named here." } as const;
export const answersSaved = { text: "Your answers are saved." } as const;
export const choiceSaved = { text: "Saved." } as const;
export const noted = { text: "Noted." } as const;
export const unknownPage = { text: "This page is not part of the form." } as const;
export const unknownTab = { text: "This tab is not part of the form." } as const;
export const unknownButton = { text: "This button is not part of the form." } as const;
export const howMany = { text: "There can be from {fewest} to {most} of these." } as const;
