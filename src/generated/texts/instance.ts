// Written by npm run generate; never edit by hand.

export const needsAccount = { text: "This can be added once you have created an account." } as const;
export const remove = { text: "Remove" } as const;
export const removeNamed = { text: "Remove {title}" } as const;
export const ask = { text: "Remove {title}?" } as const;
export const askOne = { text: "Remove {title} and its answer?" } as const;
export const askSeveral = { text: "Remove {title} and its {count} answers?" } as const;
export const answers = { text: "This clears {answers}." } as const;
export const removed = { text: "{title} was removed." } as const;
