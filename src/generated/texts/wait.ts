// Written by npm run generate; never edit by hand.

export const oneSecond = { text: "1 second" } as const;
export const seconds = { text: "{seconds} seconds" } as const;
export const oneMinute = { text: "1 minute" } as const;
export const minutes = { text: "{minutes} minutes" } as const;
