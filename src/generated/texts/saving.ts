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
