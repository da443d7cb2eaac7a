// Written by npm run generate; never edit by hand.

export const seconds = { text: "{seconds} seconds", one: "{seconds} second" } as const;
export const minutes = { text: "{minutes} minutes", one: "{minutes} minute" } as const;
