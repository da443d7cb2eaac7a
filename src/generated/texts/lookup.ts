// Written by npm run generate; never edit by hand.

export const label = { text: "Look-up" } as const;
export const filled = { text: "Filled in: {labels}." } as const;
export const cleared = { text: "Cleared: {labels}." } as const;
export const more = { text: "Keep typing: more schools match." } as const;
export const moreOthers = { text: "Keep typing: there are more." } as const;
export const typed = { text: "Use: {text}" } as const;
export const school = { text: "Enter your school information below." } as const;
export const results = { text: "Search results" } as const;
export const noResult = { text: "No results." } as const;
export const manyResults = { text: "{count} results.", one: "{count} result." } as const;
export const noDirectory = { text: "There is no directory of this name." } as const;
export const noEntry = { text: "This entry is not in the directory any more. Please type it yourself." } as const;
export const nothingAsked = { text: "There is nothing to look up: the query or the id is missing." } as const;
export const manySearches = { text: "There were too many searches. Please try again in {wait}." } as const;
