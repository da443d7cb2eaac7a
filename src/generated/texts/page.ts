// Written by npm run generate; never edit by hand.

export const loading = { text: "Loading..." } as const;
export const noScript = { text: "This application needs JavaScript. Please switch it on in your browser and load the page again." } as const;
export const language = { text: "Language" } as const;
export const noOptions = { text: "No options" } as const;
export const account = { text: "Account" } as const;
export const newTab = { text: "(opens in a new tab)" } as const;
