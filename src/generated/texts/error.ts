// Written by npm run generate; never edit by hand.

export const unexpected = { text: "We've encountered an unexpected error at this time. Please try again later." } as const;
export const unreachable = { text: "We cannot reach the server. Please check your connection and try again." } as const;
export const sessionInvalid = { text: "Your session is invalid. Please clear your cookies and login again." } as const;
export const screen = { text: "Something went wrong." } as const;
export const logged = { text: "The issue that caused you to see this has been logged. We will get it fixed as soon as possible." } as const;
export const reload = { text: "Reload the page" } as const;
