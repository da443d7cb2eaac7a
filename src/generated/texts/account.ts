// Written by npm run generate; never edit by hand.

export const promise = { text: "Three steps, saved as you type. Start today, finish when you are ready." } as const;
export const kept = { text: "Your answers so far are kept. You will find them in your application once you log in." } as const;
export const trouble = { text: "Trouble logging in? Write to [{email}](mailto:{email}) or call {phone}. Our [privacy policy]({privacyUrl}) explains how we handle your information." } as const;
export const cardError = { text: "{card} Error" } as const;
export const forgotPassword = { text: "Forgot password?" } as const;
export const create = { text: "Create an account" } as const;
export const logInError = { text: "Log In Error" } as const;
export const needed = { text: "You need an account to save and submit your application." } as const;
export const alreadyThere = { text: "I already have an account" } as const;
export const backToLogIn = { text: "Back to log in" } as const;
export const newLink = { text: "Ask for a new link" } as const;
export const mustMatch = { text: "passwords must match" } as const;
export const hardToGuess = { text: "is hard to guess" } as const;
export const resend = { text: "Resend confirmation code" } as const;
export const resendNeedsEmail = { text: "You must provide a valid email address to resend a confirmation code." } as const;
export const resendError = { text: "Resend Confirmation Code Error" } as const;
export const badAddress = { text: "Your email address must be valid." } as const;
export const badCode = { text: "This confirmation code is not valid. Please check it, ask for a new one, or sign up again." } as const;
export const badLogIn = { text: "The email address or the password is incorrect, or the account is not confirmed yet." } as const;
export const cardRule = { text: "{label}: {rule}." } as const;
export const manyTries = { text: "There were too many tries. Please try again in {wait}." } as const;
export const manyPasswords = { text: "There were too many tries. Please try again in {wait}, or reset your password." } as const;
export const manyLogIns = { text: "Too many people are logging in right now. Please try again in a moment." } as const;
