// Written by npm run generate; never edit by hand.

export const month = { text: "Month" } as const;
export const year = { text: "Year" } as const;
export const noDate = { text: "Please enter a whole date that exists." } as const;
export const yearDigits = { text: "Please enter a year of four digits." } as const;
export const tooLong = { text: "The text is longer than the limit." } as const;
export const atLimit = { text: "You have reached the limit." } as const;
export const nearLimit = { text: "Near the limit of {limit} characters." } as const;
export const count = { text: "Character count: {count} / {limit}" } as const;
