// Written by npm run generate; never edit by hand.

export const skip = { text: "Skip to main content" } as const;
export const help = { text: "Help" } as const;
export const privacy = { text: "Privacy" } as const;
export const faq = { text: "Common Questions" } as const;
export const consumerInfo = { text: "Consumer Information" } as const;
export const accreditation = { text: "Accreditation" } as const;
export const campusSafety = { text: "Campus Safety" } as const;
export const signIn = { text: "Sign In" } as const;
export const createAccount = { text: "Create Account" } as const;
export const loggedInAs = { text: "Logged in as" } as const;
export const logOut = { text: "Log Out" } as const;
