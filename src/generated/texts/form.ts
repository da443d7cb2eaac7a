// Written by npm run generate; never edit by hand.

export const required = { text: "Questions marked with {mark} are required." } as const;
