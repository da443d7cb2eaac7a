// Written by npm run generate; never edit by hand.

export const by = { text: "Apply by {when}" } as const;
export const byTerm = { text: "Apply for {term} by {when}" } as const;
export const when = { text: "{time} {place} time" } as const;
export const moment = { text: "{date}, {time}" } as const;
export const yours = { text: "{time} your time" } as const;
export const left = { text: "{time} left" } as const;
export const lastMinute = { text: "less than a minute left" } as const;
export const grace = { text: "The deadline was {when}. You can still submit until {until}." } as const;
export const was = { text: "The deadline was {when}." } as const;
export const stillAccepted = { text: "You can still submit. We will note that it is late." } as const;
export const retry = { text: "The deadline was {when}. You began to submit before it. Please try again now." } as const;
export const inTime = { text: "You are in time for the deadline of {when}." } as const;
export const wasLate = { text: "The deadline was {when}. We note that it came late." } as const;
export const closed = { text: "Your answers are kept, but you can no longer submit for this term." } as const;
export const otherTerm = { text: "Choose another term" } as const;
export const title = { text: "The deadline has passed" } as const;
export const refused = { text: "The deadline was {when}, so we can no longer take your application for this term. Nothing that you filled in is lost." } as const;
