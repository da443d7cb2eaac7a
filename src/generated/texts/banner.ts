// Written by npm run generate; never edit by hand.

export const label = { text: "Welcome" } as const;
export const thanks = { text: "Thank you, {name}!" } as const;
export const thanksUnnamed = { text: "Thank you!" } as const;
export const congratulations = { text: "Congratulations on applying to {university}. Only the last steps below are left." } as const;
export const hello = { text: "Hello!" } as const;
export const noFee = { text: "There is no application fee. You are automatically considered for a scholarship. Your answers are saved while you type; take your time." } as const;
export const welcomeBack = { text: "Welcome back!" } as const;
export const finish = { text: "Finish and submit your application to get a chance at a scholarship." } as const;
export const visitor = { text: "Look around and start answering. Do you already have an account? Then {logIn} to carry on where you left off. We can only save your answers once you are logged in." } as const;
export const logIn = { text: "log in" } as const;
