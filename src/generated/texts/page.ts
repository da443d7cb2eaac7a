// Written by npm run generate; never edit by hand.

export const loading = { text: "Loading..." } as const;
export const noOptions = { text: "No options" } as const;
