// Written by npm run generate; never edit by hand.

export const needsAccount = { text: "This can be added once you have created an account." } as const;
export const remove = { text: "Remove" } as const;
export const removeNamed = { text: "Remove {title}" } as const;
export const ask = { text: "Remove {title}?" } as const;
export const answers = { text: "Its answers will be removed as well." } as const;
export const texts = { text: "Its answers will be removed as well: what you wrote under {answers} will be cleared." } as const;
export const removed = { text: "{title} was removed." } as const;
