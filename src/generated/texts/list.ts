// Written by npm run generate; never edit by hand.

export const clear = { text: "Clear" } as const;
export const retired = { text: "No longer offered" } as const;
export const fitsSeveral = { text: "“{typed}” fits several answers. Choose one from the list." } as const;
export const fitsSeveralStill = { text: "“{typed}” fits several answers, so the answer is still {answer}." } as const;
export const notListed = { text: "“{typed}” is not in the list. Choose one from the list." } as const;
export const notListedStill = { text: "“{typed}” is not in the list, so the answer is still {answer}." } as const;
