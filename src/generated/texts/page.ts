// Written by npm run generate; never edit by hand.

export const loading = { text: "Loading..." } as const;
export const noOptions = { text: "No options" } as const;
export const account = { text: "Account" } as const;
export const newTab = { text: "(opens in a new tab)" } as const;
