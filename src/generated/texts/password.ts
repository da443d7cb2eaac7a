// Written by npm run generate; never edit by hand.

export const show = { text: "Show" } as const;
export const showNamed = { text: "Show {label}" } as const;
export const hide = { text: "Hide" } as const;
export const hideNamed = { text: "Hide {label}" } as const;
export const capsLock = { text: "Caps Lock is on." } as const;
export const notYet = { text: "not yet:" } as const;
export const done = { text: "done:" } as const;
