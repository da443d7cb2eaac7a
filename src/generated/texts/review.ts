// Written by npm run generate; never edit by hand.

export const open = { text: "Review your application" } as const;
export const read = { text: "Read what you sent" } as const;
export const title = { text: "Review Your Application" } as const;
export const titleSubmitted = { text: "What You Submitted" } as const;
export const intro = { text: "These are your answers as our staff will read them." } as const;
export const introSubmitted = { text: "This is your copy. It cannot be changed any more." } as const;
export const checking = { text: "Looking through your answers…" } as const;
export const unchecked = { text: "We cannot check your answers right now. Please check your connection." } as const;
export const complete = { text: "Nothing is missing." } as const;
export const ready = { text: "Nothing is missing. Read it once more, then submit it below." } as const;
export const oneLeft = { text: "One answer is missing or needs a change." } as const;
export const left = { text: "{count} answers are missing or need a change." } as const;
export const marked = { text: "You find them below in red." } as const;
export const first = { text: "Go to the first" } as const;
export const openAll = { text: "Open all sections" } as const;
export const closeAll = { text: "Close all sections" } as const;
export const change = { text: "Change" } as const;
export const answer = { text: "Answer" } as const;
export const nothing = { text: "You left this empty." } as const;
export const empty = { text: "Empty" } as const;
export const final = { text: "Once you submit your application, you cannot change it any more." } as const;
export const back = { text: "Back to your review" } as const;
export const next = { text: "What happens next" } as const;
