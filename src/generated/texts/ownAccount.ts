// Written by npm run generate; never edit by hand.

export const title = { text: "Your Account" } as const;
export const whose = { text: "You are logged in as {email}." } as const;
export const back = { text: "Back to your application" } as const;
export const sessions = { text: "Where You Are Logged In" } as const;
export const sessionsLead = { text: "If you do not recognize one of these, end it and change your password." } as const;
export const thisOne = { text: "(this one)" } as const;
export const unknownDevice = { text: "Unknown device" } as const;
export const used = { text: "Logged in {since}, last used {last}" } as const;
export const end = { text: "Log Out There" } as const;
export const endOne = { text: "Log out there: {device}" } as const;
export const endOthers = { text: "Log Out Everywhere Else" } as const;
export const onlyHere = { text: "You are now logged in here alone." } as const;
