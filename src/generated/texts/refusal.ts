// Written by npm run generate; never edit by hand.

export const unavailable = { text: "We cannot reach your application right now. Keep this page open and try again in a moment." } as const;
export const busy = { text: "Many people are here right now. Keep this page open and try again in a moment." } as const;
export const oneMoment = { text: "One moment, please" } as const;
export const oldLink = { text: "This link is not valid any more. Please ask for a new one." } as const;
export const oldPrefill = { text: "This link is not valid any more. You can fill in the application without it." } as const;
export const otherWebsite = { text: "This request came from another website and was refused. Please open the application at its own address." } as const;
export const slowAnswer = { text: "This answer took too long to check. Please submit again; if this comes back, write the answer shorter." } as const;
export const manyRequests = { text: "There were too many requests from your network. Please try again in {wait}." } as const;
export const manyOfStudent = { text: "There were too many requests from your account. Please try again in {wait}." } as const;
export const stillBusy = { text: "Your last requests are still being worked on. Please try again in a moment." } as const;
export const notUnderstood = { text: "The request could not be understood." } as const;
export const notFound = { text: "There is nothing at this address." } as const;
export const late = { text: "The request took too long to arrive. Please try again." } as const;
export const tooMuch = { text: "This is too much at once. Please shorten your answers." } as const;
export const longAddress = { text: "The address is too long." } as const;
export const notJson = { text: "Only requests in JSON are accepted." } as const;
export const tooLarge = { text: "The request is too large." } as const;
export const tooDeep = { text: "The request is nested too deeply." } as const;
export const notStorable = { text: "The request holds a character that cannot be stored." } as const;
