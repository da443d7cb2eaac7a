// Written by npm run generate; never edit by hand.

export const close = { text: "Close" } as const;
export const unexpected = { text: "Unexpected Error" } as const;
export const cannotShow = { text: "This part of the page cannot be shown. Your answers are kept." } as const;
export const cancel = { text: "Cancel" } as const;
export const ok = { text: "OK" } as const;
