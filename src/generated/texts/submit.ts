// Written by npm run generate; never edit by hand.

export const done = { text: "Your application was successfully submitted." } as const;
export const missing = { text: "We're missing some information!" } as const;
export const missingText = { text: "Missing items are shown in red on each page. Use the links to go to each question." } as const;
export const nothingMissing = { text: "Nothing is missing now." } as const;
export const page = { text: "Go to {page} to submit your application." } as const;
export const here = { text: "Submit your application with the button at the end of this page." } as const;
export const check = { text: "Please check your application" } as const;
export const changedElsewhere = { text: "Your application was changed in another window. This page now shows the changes. Please check them, then submit." } as const;
export const steps = { text: "Application steps" } as const;
export const stepDone = { text: "Complete" } as const;
export const toFix = { text: "{count} to fix" } as const;
export const toLookAt = { text: "{count} to look at" } as const;
export const left = { text: "{count} {required} left" } as const;
export const required = { text: "required" } as const;
export const notAnswered = { text: "not answered" } as const;
export const whatIsLeft = { text: "What is left" } as const;
export const next = { text: "Next" } as const;
export const nextKeys = { text: "Ctrl + Enter" } as const;
export const incomplete = { text: "Some questions still need an answer. They are named in the summary and shown in red." } as const;
export const alreadyDone = { text: "Your application was already submitted. It is as you sent it, and nothing can be changed any more." } as const;
export const notYet = { text: "You have not submitted your application yet." } as const;
export const notNow = { text: "The application cannot take this step now." } as const;
