// Written by npm run generate; never edit by hand.

export const title = { text: "Passkeys" } as const;
export const lead = { text: "Log in with your fingerprint, your face or your screen lock instead of your password. Your password goes on working." } as const;
export const none = { text: "You have no passkey yet." } as const;
export const add = { text: "Add a Passkey" } as const;
export const since = { text: "Added {since}, not used yet" } as const;
export const used = { text: "Added {since}, last used {last}" } as const;
export const removeOne = { text: "Remove passkey: {device}" } as const;
export const sure = { text: "Remove this passkey?" } as const;
export const sureText = { text: "It will not log you in any more. You can add a new one at any time." } as const;
export const notHere = { text: "This browser has no passkeys. Open this page in another browser, or on your phone, to add one." } as const;
export const logIn = { text: "Log In With a Passkey" } as const;
export const stopped = { text: "The passkey was not used. Please try again, or log in with your password." } as const;
export const hereAlready = { text: "This device has a passkey for your account already." } as const;
export const offer = { text: "Log in faster next time, with your fingerprint, face or screen lock." } as const;
export const offerLabel = { text: "Passkey" } as const;
export const notNow = { text: "Not Now" } as const;
export const added = { text: "Your passkey is added. You can log in with it from now on." } as const;
export const removed = { text: "The passkey is removed." } as const;
export const refused = { text: "This passkey does not open an account here. Please log in with your password." } as const;
export const notAdded = { text: "The passkey was not added. Please try again." } as const;
export const tooMany = { text: "You have {most} passkeys. Please remove one first." } as const;
export const passwordNeeded = { text: "Please enter your current password." } as const;
