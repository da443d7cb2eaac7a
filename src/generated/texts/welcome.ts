// Written by npm run generate; never edit by hand.

export const need = { text: "What you need" } as const;
export const needed = { text: "Your address, your schools and dates, and how to reach a parent or guardian." } as const;
export const time = { text: "How long it takes" } as const;
export const takes = { text: "About 40 minutes in {steps} steps. You can stop at any time and come back." } as const;
export const saved = { text: "Nothing gets lost" } as const;
export const isSaved = { text: "With an account, we save every answer as you give it." } as const;
