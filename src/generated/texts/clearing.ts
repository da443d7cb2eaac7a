// Written by npm run generate; never edit by hand.

export const undo = { text: "Undo" } as const;
