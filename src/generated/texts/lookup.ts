// Written by npm run generate; never edit by hand.

export const label = { text: "Look-up" } as const;
export const filled = { text: "Filled in: {labels}." } as const;
export const cleared = { text: "Cleared: {labels}." } as const;
export const typed = { text: "Use: {text}" } as const;
export const school = { text: "Enter your school information below." } as const;
export const results = { text: "Search results" } as const;
export const noResult = { text: "No results." } as const;
export const oneResult = { text: "1 result." } as const;
export const manyResults = { text: "{count} results." } as const;
