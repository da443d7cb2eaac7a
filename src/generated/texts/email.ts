// Written by npm run generate; never edit by hand.

export const title = { text: "Email Address" } as const;
export const lead = { text: "You log in with this address, and we write to it." } as const;
export const wanted = { text: "New email address" } as const;
export const ask = { text: "Send a Code" } as const;
export const code = { text: "Code from the email" } as const;
export const change = { text: "Change Address" } as const;
export const codeSent = { text: "We have sent a code to the new address. Enter it here to finish." } as const;
export const same = { text: "This is your address already." } as const;
export const changed = { text: "Your email address is now {email}. You are logged out everywhere else." } as const;
