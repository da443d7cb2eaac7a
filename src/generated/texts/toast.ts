// Written by npm run generate; never edit by hand.

export const success = { text: "Success Notification" } as const;
export const close = { text: "Close {label}" } as const;
