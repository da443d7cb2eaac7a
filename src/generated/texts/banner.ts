// Written by npm run generate; never edit by hand.

export const label = { text: "Welcome" } as const;
export const thanks = { text: "Thank you, {name}!" } as const;
export const thanksUnnamed = { text: "Thank you!" } as const;
export const congratulations = { text: "Congratulations on applying to {university}. Only the last steps below are left." } as const;
export const hello = { text: "Hello!" } as const;
export const noFee = { text: "There is no application fee, and every application is automatically considered for a scholarship. Your answers are saved while you type; take your time." } as const;
export const welcomeBack = { text: "Welcome back!" } as const;
export const finish = { text: "Finish and submit your application to be considered for a scholarship." } as const;
export const visitor = { text: "Look around and start answering. If you already have an account, {logIn} to carry on where you left off; your answers are only saved once you are logged in." } as const;
export const logIn = { text: "log in" } as const;
