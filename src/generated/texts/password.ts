// Written by npm run generate; never edit by hand.

export const show = { text: "Show" } as const;
export const showNamed = { text: "Show {label}" } as const;
export const hide = { text: "Hide" } as const;
export const hideNamed = { text: "Hide {label}" } as const;
export const capsLock = { text: "Caps Lock is on." } as const;
export const notYet = { text: "not yet:" } as const;
export const done = { text: "done:" } as const;
export const likeAddress = { text: "This password is easy to guess because it contains part of your email address." } as const;
export const likeName = { text: "This password is easy to guess because it contains our name." } as const;
export const common = { text: "This password is easy to guess because it uses common words or patterns." } as const;
