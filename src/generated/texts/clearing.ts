// Written by npm run generate; never edit by hand.

export const label = { text: "Cleared answers" } as const;
export const one = { text: "{answers} was cleared" } as const;
export const several = { text: "{answers} were cleared" } as const;
export const ask = { text: "Clear what you wrote under {answers}?" } as const;
export const text = { text: "If you change this, what you wrote under {answers} will be cleared." } as const;
export const alsoText = { text: "Also, what you wrote under {answers} will be cleared." } as const;
export const change = { text: "Clear and change" } as const;
export const more = { text: "{count} more answers", one: "{count} more answer" } as const;
export const undo = { text: "Undo" } as const;
