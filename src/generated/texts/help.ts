// Written by npm run generate; never edit by hand.

export const title = { text: "Technical Help" } as const;
export const write = { text: "Is something not working? Write to [{email}](mailto:{email}). Describe what you were doing and what you saw. Please do not send your password." } as const;
export const questions = { text: "For help with the questions themselves, see the [common questions]({faqUrl})." } as const;
export const phone = { text: "Phone {phone}" } as const;
export const tollFree = { text: "Toll-free {phone}" } as const;
